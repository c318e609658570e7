export type Labels = Readonly<Record<string, string>>

export interface Sample {
  labels?: Labels
  value: number
}

/** A metric without a history of its own: its values are read when a monitor asks. */
export interface Reading {
  name: string
  help: string
  type: 'gauge' | 'counter'
  samples: readonly Sample[]
}

/** Text format 0.0.4 of Prometheus, which later versions still read. */
export const metricsContentType = 'text/plain; version=0.0.4; charset=utf-8'

const escapeLabel = (value: string) => value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

const numberText = (value: number) => (value === Number.POSITIVE_INFINITY ? '+Inf' : String(value))

const head = (name: string, help: string, type: string) => `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`

export function readingText({ name, help, type, samples }: Reading): string {
  const lines = samples.map(({ labels = {}, value }) => `${name}${labelText(labels)} ${numberText(value)}\n`)
  return head(name, help, type) + lines.join('')
}

interface Series {
  labels: Labels
  /** Observations up to each bound, and all of them at the end. */
  counts: number[]
  sum: number
}

/** Counts durations by size, for percentiles over any time and any number of servers. */
export class Histogram {
  readonly #name: string
  readonly #help: string
  readonly #bounds: readonly number[]
  readonly #series = new Map<string, Series>()

  constructor(name: string, help: string, bounds: readonly number[]) {
    this.#name = name
    this.#help = help
    this.#bounds = [...bounds, Number.POSITIVE_INFINITY]
  }

  observe(labels: Labels, value: number): void {
    const key = labelText(labels)
    let series = this.#series.get(key)
    if (!series) {
      series = { labels, counts: this.#bounds.map(() => 0), sum: 0 }
      this.#series.set(key, series)
    }

    series.sum += value
    for (const [index, bound] of this.#bounds.entries()) {
      if (value <= bound) series.counts[index] = (series.counts[index] ?? 0) + 1
    }
  }

  text(): string {
    const lines = [...this.#series.values()].map((series) => this.#seriesText(series))
    return head(this.#name, this.#help, 'histogram') + lines.join('')
  }

  #seriesText({ labels, counts, sum }: Series): string {
    const buckets = counts.map((count, index) => {
      const le = numberText(this.#bounds[index] ?? Number.POSITIVE_INFINITY)
      return `${this.#name}_bucket${labelText({ ...labels, le })} ${count}\n`
    })
    const plain = labelText(labels)
    const total = counts.at(-1) ?? 0
    return `${buckets.join('')}${this.#name}_sum${plain} ${sum}\n${this.#name}_count${plain} ${total}\n`
  }
}
