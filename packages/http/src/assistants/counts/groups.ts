import { timeOrder } from "./timeDimensions.ts"

/** The rows with the same labels. */
export interface Group {
  readonly labels: ReadonlyArray<string>
  count: number
  sum: number
}

/** Adds rows up by their labels. */
export class Groups {
  readonly #groups = new Map<string, Group>()

  /** Adds to each pair of labels: a row with two tags counts under both, and one without a label under none. */
  add(dimensions: ReadonlyArray<ReadonlyArray<string>>, count: number, sum: number): void {
    const [first = [], second] = dimensions.map((labels) => [...new Set(labels)])
    for (const one of first)
      for (const other of second ?? [undefined])
        this.#addTo(other === undefined ? [one] : [one, other], count, sum)
  }

  #addTo(labels: ReadonlyArray<string>, count: number, sum: number): void {
    const key = JSON.stringify(labels)
    const group = this.#groups.get(key) ?? { labels, count: 0, sum: 0 }
    group.count += count
    group.sum += sum
    this.#groups.set(key, group)
  }

  /** The largest first, then by their labels; or in the order of time. */
  sorted(byTime: boolean, value: (group: Group) => number): ReadonlyArray<Group> {
    const order = ({ labels }: Group) => labels.map(timeOrder).join("\u0000")
    const byLabels = (one: Group, other: Group) => (order(one) < order(other) ? -1 : 1)
    return [...this.#groups.values()].sort((one, other) =>
      byTime ? byLabels(one, other) : value(other) - value(one) || byLabels(one, other),
    )
  }
}
