import type { Place } from "./data/place.ts"

/** The sizes and places that a run gives to each of its parts. */
export interface Setting {
  readonly plays: number
  readonly articles: number
  /** Seconds of each load. */
  readonly seconds: number
  /** A folder of the run's own, for the SQLite file with the plays. */
  readonly work: string
  readonly postgresUrl: string
}

/** A database as a store opens it, and as a server's settings name it. */
export interface Store {
  readonly name: string
  readonly place: Place
  readonly env: Readonly<Record<string, string>>
}

/** The two databases with the run's plays. */
export const storesOf = ({ postgresUrl, work }: Setting) => {
  const sqlite: Store = {
    name: "SQLite",
    place: { kind: "sqlite", dataDir: work },
    env: { DATA_DIR: work },
  }
  const postgres: Store = {
    name: "PostgreSQL",
    place: { kind: "postgres", url: postgresUrl },
    // Files next to the database belong to the run, not to the folder that it is started in.
    env: { DATABASE_URL: postgresUrl, DATA_DIR: `${work}/beside-postgres` },
  }
  return { sqlite, postgres, both: [sqlite, postgres] as const }
}
