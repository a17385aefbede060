import type { DomainName } from "@daybook/kernel"
import type { Daybook, Environment } from "../test/daybook.ts"
import type { Json } from "./mutation.ts"

/** A request that a service was sent. */
export interface Asked {
  readonly method: string
  /** Below the service's own address. */
  readonly path: string
  readonly query: URLSearchParams
  readonly body: string
}

/** A row that a service lists now. */
export interface Row {
  /** Its number, unique within the service. */
  readonly n: number
  /** Its time, in milliseconds since 1970. */
  readonly at: number
  /** The row as JSON text: that of a malformed row may be no JSON. */
  readonly text: string
}

/** A response: its rows replace `rowsHere` in the frame. */
export interface Reply {
  readonly frame: Json
  readonly rows?: ReadonlyArray<Row>
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Writes the rows, if that is not a list of JSON. */
  readonly write?: (rows: ReadonlyArray<Row>) => string
}

/** Stands in a frame for the list of rows. */
export const rowsHere = "@@rows@@"

/** A service, played by a stand-in. */
export interface Answering {
  readonly name: string
  readonly domain: DomainName
  /** Its name in errors. */
  readonly title: string
  readonly settings: (url: string) => Environment
  /** Newest rows first; undefined where another service at the same address may answer. */
  readonly answer: (asked: Asked, rows: ReadonlyArray<Row>) => Reply | undefined
}

/** A service that is called next to those that list rows. */
export interface Beside extends Answering {
  /** Makes the server call it where a sync does not; fails on a wrong answer. */
  readonly use?: (server: Daybook, isMalformed: boolean) => Promise<void>
}

/** A service that lists rows, as a stand-in and as the public API shows what was stored of it. */
export interface Service extends Answering {
  /** A row as the service sends it, with every field that Daybook reads. */
  readonly row: (n: number, at: number) => Json
  /** The fields by which a row may rightly not be one of ours; what follows a field is one too. */
  readonly decides: ReadonlyArray<string>
  /** The stored rows that the API shows, by their numbers; undefined if it shows none on its own. */
  readonly shown?: (server: Daybook, rows: ReadonlyArray<Row>) => Promise<ReadonlyMap<number, string>>
}

const iso = (at: number) => new Date(at).toISOString()

/** The range that holds these rows and no others. */
export const rangeOf = (rows: ReadonlyArray<Row>): string => {
  const times = rows.map(({ at }) => at)
  return `from=${iso(Math.min(...times))}&to=${iso(Math.max(...times))}`
}

// An item's place and number are its own, and images appear once they are fetched.
const itsOwn = new Set(["id", "rank", "image", "created_at", "event_id", "catalog_music_url"])

/** The items of a list, each under the number that stands behind a mark in it, without what only that row has. */
export const itemsByNumber = (body: unknown, mark: RegExp): ReadonlyMap<number, string> => {
  const { data } = body as { readonly data: ReadonlyArray<unknown> }
  const found = new Map<number, string>()
  for (const item of data) {
    const n = mark.exec(JSON.stringify(item))?.[1]
    if (n === undefined) continue
    const same = JSON.stringify(item, (name, value: unknown) => (itsOwn.has(name) ? undefined : value))
      .replaceAll(n, "#")
      .replaceAll(/\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?/g, "(time)")
    found.set(Number(n), same)
  }
  return found
}

/** Numbers of rows have this many digits, so that none is a part of another one or of anything else. */
export const firstNumber = 7_000_000
