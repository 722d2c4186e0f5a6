/**
 * Runs a job for each number from 0 up, several at once.
 *
 * @param width how many run at the same time
 * @param count how many there are
 */
export async function atOnce(
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
