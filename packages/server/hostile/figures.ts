import { readFileSync } from "node:fs"

/** Counts by a name, in the order in which names came. */
export class Counts {
  readonly #counts = new Map<string, number>()

  add(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1)
  }

  get rows(): ReadonlyArray<readonly [string, number]> {
    return [...this.#counts].sort(([one], [other]) => (one < other ? -1 : 1))
  }

  get sum(): number {
    return this.rows.reduce((sum, [, count]) => sum + count, 0)
  }
}

/** The most memory that a process has held, in MiB; undefined where the system does not tell. */
export const peakMemory = (pid: number): number | undefined => {
  try {
    const line = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))
    return line === null ? undefined : Math.round(Number(line[1]) / 1024)
  } catch {
    return undefined
  }
}

/** A table as docs/trust.md holds it. */
export const table = (
  title: string,
  head: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string | number>>,
) =>
  [`\n${title}\n`, head, head.map(() => "---"), ...rows]
    .map((row) => (typeof row === "string" ? row : `| ${row.join(" | ")} |`))
    .join("\n")

/** Says figures where whoever runs this sees them. */
export const say = (text: string): void => void process.stdout.write(`${text}\n`)
