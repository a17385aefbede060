import { readFileSync } from "node:fs"

/** The peak memory of a process in MiB; undefined if the system does not report it. */
export const peakMemory = (pid: number): number | undefined => {
  try {
    const line = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))
    return line === null ? undefined : Math.round(Number(line[1]) / 1024)
  } catch {
    return undefined
  }
}

/** Figures by their names, each in the order in which it came first. */
export class Figures {
  readonly #figures = new Map<string, number>()

  constructor(names: ReadonlyArray<string> = []) {
    for (const name of names) this.add(name, 0)
  }

  of(name: string): number {
    return this.#figures.get(name) ?? 0
  }

  add(name: string, more = 1): void {
    this.#figures.set(name, this.of(name) + more)
  }

  /** Keeps the largest. */
  most(name: string, figure: number): void {
    this.#figures.set(name, Math.max(this.of(name), Math.round(figure)))
  }

  get names(): ReadonlyArray<string> {
    return [...this.#figures.keys()]
  }
}

/** A table of figures, a column for each store. docs/benchmarks.json has the latest. */
export const table = (title: string, stores: ReadonlyMap<string, Figures>): string => {
  const names = [...new Set([...stores.values()].flatMap((figures) => figures.names))]
  const rows = [
    [title, ...stores.keys()],
    ["---", ...Array.from(stores, () => "---:")],
    ...names.map((name) => [name, ...Array.from(stores.values(), (figures) => figures.of(name))]),
  ]
  return rows.map((row) => `| ${row.join(" | ")} |`).join("\n")
}

/** Prints figures to standard output. */
export const say = (text: string): void => void process.stdout.write(`\n${text}\n`)
