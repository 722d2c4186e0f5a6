const NAME = 'jointly_http_request_seconds'
/** Upper limits of the buckets, in seconds. */
const BUCKETS_SEC = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

type Series = { readonly labels: string; readonly buckets: number[]; sumSec: number }

/**
 * Durations of calls, as a Prometheus histogram. It is updated with every call, so it is simpler than the one of
 * prom-client: docs/decisions/030-libraries-and-own-code.md has the measurement.
 */
export class CallTimes {
  readonly #series = new Map<string, Series>()

  observe(method: string, route: string, status: number, seconds: number): void {
    const key = `${method} ${status} ${route}`
    let series = this.#series.get(key)
    if (!series) {
      const labels = `method="${method}",route="${route}",status="${status}"`
      series = { labels, buckets: Array.from({ length: BUCKETS_SEC.length + 1 }, () => 0), sumSec: 0 }
      this.#series.set(key, series)
    }
    let bucket = 0
    while (seconds > (BUCKETS_SEC[bucket] ?? Infinity)) bucket += 1
    series.buckets[bucket] = (series.buckets[bucket] ?? 0) + 1
    series.sumSec += seconds
  }

  /** Renders the histogram in the text format of Prometheus. */
  text(): string {
    const lines = [`# HELP ${NAME} How long calls took`, `# TYPE ${NAME} histogram`]
    for (const { labels, buckets, sumSec } of this.#series.values()) {
      let count = 0
      for (const [index, inBucket] of buckets.entries()) {
        count += inBucket
        lines.push(`${NAME}_bucket{le="${BUCKETS_SEC[index] ?? '+Inf'}",${labels}} ${count}`)
      }
      lines.push(`${NAME}_sum{${labels}} ${sumSec}`, `${NAME}_count{${labels}} ${count}`)
    }
    return `${lines.join('\n')}\n`
  }
}
