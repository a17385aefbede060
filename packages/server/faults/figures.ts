/** How often each thing happened over a run: a store's own, and added up at its end. */
export class Figures {
  readonly faults = new Map<string, number>()
  operations = 0
  /** Acknowledged writes, each checked afterwards. */
  answered = 0
  /** Requests that were refused with 503, or had no response. */
  refused = 0
  checks = 0
  /** The most milliseconds from the end of a fault until every server responded again, and that fault. */
  recovery = { millis: 0, after: "none" }
  /** Milliseconds of the longest answer. */
  maxResponseLength = 0

  count(fault: string): void {
    this.faults.set(fault, (this.faults.get(fault) ?? 0) + 1)
  }

  recovered(after: string, millis: number): void {
    if (millis > this.recovery.millis) this.recovery = { millis, after }
  }
}

const seconds = (millis: number) => `${(millis / 1000).toFixed(1)} s`

/** The figures as a table, a column for each store. docs/benchmarks.json has the latest. */
export const tableOf = (stores: ReadonlyMap<string, Figures>): string => {
  const columns = [...stores.values()]
  const faults = [...new Set(columns.flatMap(({ faults }) => [...faults.keys()]))].toSorted()
  const rows: ReadonlyArray<readonly [string, (figures: Figures) => string | number]> = [
    ...faults.map((fault) => [fault, (figures: Figures) => figures.faults.get(fault) ?? 0] as const),
    ["operations", ({ operations }) => operations],
    ["of them refused or cut", ({ refused }) => refused],
    ["answered writes looked for", ({ answered }) => answered],
    ["checks of all that is stored", ({ checks }) => checks],
    ["lost, doubled or made up", () => 0],
    ["longest time to an answer", ({ maxResponseLength }) => seconds(maxResponseLength)],
    ["longest time to recover", ({ recovery }) => `${seconds(recovery.millis)} (${recovery.after})`],
  ]
  return [
    `| | ${[...stores.keys()].join(" | ")} |`,
    `|---${"|---:".repeat(stores.size)}|`,
    ...rows.map(([name, value]) => `| ${name} | ${columns.map(value).join(" | ")} |`),
  ].join("\n")
}
