/**
 * Runs a job for each number from 0 on, several at the same time.
 * @param width how many run at the same time
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
