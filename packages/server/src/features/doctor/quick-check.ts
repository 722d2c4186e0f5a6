// Checks an SQLite file in a worker thread, because a large file takes seconds.
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import * as z from 'zod/mini'

const database = new DatabaseSync(z.string().parse(workerData), { readOnly: true })
const row = database.prepare('pragma quick_check(1)').get()
database.close()
parentPort?.postMessage(String(row?.['quick_check']))
