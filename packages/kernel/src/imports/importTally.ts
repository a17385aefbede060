import type { EntriesImported, ExportRow, ImportPart } from "./importedFile.ts"
import { storableText } from "../text/storableText.ts"

/** The longest reason of a part, in UTF-16 units. */
const maxReasonLength = 2_000

const problemsNamed = 20

/** The work of earlier runs on a part. Those of earlier versions kept only the number of records. */
export interface DoneBefore {
  readonly rows: number
  readonly items?: number | undefined
  readonly stored?: number | undefined
}

/** Counts the records of one file of an import, and reports them at its end. */
export class ImportTally {
  /** Records done, among them those of earlier runs. */
  rows = 0
  items = 0
  stored = 0
  setAside = 0
  readonly #things: string
  readonly #skipped = new Map<string, number>()
  /** Items that wait for the owner's decision, by reason. */
  readonly #doubtful = new Map<string, number>()
  readonly #problems: Array<string> = []
  readonly #before: DoneBefore

  constructor(things: string, before: DoneBefore = { rows: 0 }) {
    this.#things = things
    this.#before = before
    this.items = before.items ?? 0
    this.stored = before.stored ?? 0
  }

  /** True while all records counted so far were done by earlier runs. */
  get repeats(): boolean {
    return this.rows <= this.#before.rows
  }

  /** Counts the record; returns its item, unless it has none or an earlier run stored it. */
  itemOf<Item>(row: ExportRow<Item>): { readonly item: Item } | undefined {
    this.rows += 1
    const skipped = "skipped" in row ? row.skipped : undefined
    if ("doubtful" in row) {
      this.setAside += 1
      this.#doubtful.set(row.skipped, (this.#doubtful.get(row.skipped) ?? 0) + 1)
      return undefined
    }
    if (skipped !== undefined) this.#skipped.set(skipped, (this.#skipped.get(skipped) ?? 0) + 1)
    if ("item" in row) {
      if (skipped === undefined && (!this.repeats || this.#before.items === undefined)) this.items += 1
      return this.repeats ? undefined : row
    }
    if ("problem" in row) this.setsAside(`line ${row.line}: ${row.problem}`)
    return undefined
  }

  /** Counts a record that could not be read; the first 20 are reported. */
  setsAside(problem: string): void {
    this.setAside += 1
    if (this.#problems.length < problemsNamed) this.#problems.push(problem)
  }

  /** Counts entries that were looked up, all at once. */
  addEntries({ known, problems, stored }: EntriesImported): void {
    this.rows = stored + known + problems.length
    this.items = stored + known
    this.stored = stored
    for (const problem of problems) this.setsAside(problem)
  }

  get known(): number {
    return this.items - this.stored
  }

  /** Records that could not be read. */
  get #unread(): number {
    return [...this.#doubtful.values()].reduce((rest, count) => rest - count, this.setAside)
  }

  /** The end of the part, once all of its records are counted. */
  endOf({ domain, format, name }: Pick<ImportPart, "name" | "domain" | "format">): ImportPart {
    const { known, stored } = this
    const isKnown = this.#skipped.size + this.#doubtful.size > 0
    const nothing = this.items === 0 && this.#unread > 0 && !isKnown
    return {
      name,
      domain,
      format,
      outcome: nothing ? "not understood" : stored > 0 ? "stored" : "known already",
      stored,
      known,
      reason: storableText(this.#reason(), maxReasonLength),
    }
  }

  #reason(): string {
    const unreadable = this.#unread
    const more = unreadable - this.#problems.length
    const waiting = Array.from(
      this.#doubtful,
      ([reason, count]) => `${count.toLocaleString("en")} set aside until you accept it (${reason})`,
    )
    const left = Array.from(
      this.#skipped,
      ([reason, count]) => `${count.toLocaleString("en")} not counted as ${this.#things} (${reason})`,
    )
    const unread =
      unreadable === 0
        ? []
        : [
            `${unreadable.toLocaleString("en")} could not be read: ${this.#problems.join("; ")}`,
            ...(more > 0 ? [`and ${more.toLocaleString("en")} more`] : []),
          ]
    const all = [...left, ...waiting, ...unread]
    return this.items === 0 && all.length === 0 ? `it contains no ${this.#things}` : all.join("; ")
  }
}
