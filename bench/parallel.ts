/**
 * Runs a job for each number from 0 up, several in parallel.
 *
 * @param width how many run in parallel
 * @param count the number of jobs
 */
export async function runInParallel(
  width: number,
  count: number,
  job: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < count) {
      const index = next
      next += 1
      await job(index)
    }
  }
  await Promise.all(Array.from({ length: width }, worker))
}
