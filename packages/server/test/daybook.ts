import { freshSchema } from "@daybook/storage-postgres/testing"
import type * as _PostgresUrl from "@daybook/storage-postgres/testing/globalSetup"
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { inject, test } from "vitest"
import { FoursquareStandIn } from "./standIns/foursquareStandIn.ts"
import { LastfmStandIn } from "./standIns/lastfmStandIn.ts"
import { Prepared } from "./prepared.ts"
import {
  type Around,
  type Daybook,
  DaybookHere,
  DaybookProcess,
  type Environment,
  planted,
} from "./program.ts"

export { type Daybook, DaybookProcess, type Environment, planted } from "./program.ts"

/** Whether a process can be given a terminal here: util-linux's `script` does. */
export const hasTerminals = spawnSync("script", ["-qec", "true", "/dev/null"]).status === 0

export const onTerminal: Around = (command) => ["script", "-qec", command.join(" "), "/dev/null"]

/** With this many files open at the most. */
export const withOpenFiles =
  (most: number): Around =>
  (command) => ["sh", "-c", `ulimit -n ${most}; exec ${command.join(" ")}`]

/** As `npm start` does; npm knows the script, and needs where the project is. */
export const byNpm: Around = () => [
  "npm",
  "start",
  "--prefix",
  fileURLToPath(new URL("../../..", import.meta.url)),
]

/** Starts Daybooks for one test, and sees to it that nothing is left of them. */
export class Daybooks {
  readonly #folder = mkdtempSync(join(tmpdir(), "daybook-server-"))
  readonly #prepared: Prepared
  readonly #databases: Array<string> = []
  readonly #all: Array<Daybook> = []
  #folders = 0

  constructor(prepared: Prepared) {
    this.#prepared = prepared
  }

  folder(): string {
    return join(this.#folder, String(++this.#folders))
  }

  /** Settings of one store each: what is started twice with the same ones finds again what it stored. */
  stores = {
    memory: (): Environment => ({ DATABASE_URL: "memory:", DATA_DIR: this.folder() }),
    sqlite: (): Environment => ({ DATA_DIR: this.folder() }),
    postgres: (): Environment => {
      const database = this.#prepared.takeDatabase()
      if (database === undefined)
        return {
          DATABASE_URL: inject("postgresUrl"),
          DATABASE_SCHEMA: freshSchema(),
          DATA_DIR: this.folder(),
        }
      this.#databases.push(database)
      return { DATABASE_URL: database, DATABASE_SCHEMA: "daybook", DATA_DIR: this.folder() }
    },
  }

  /** Starts a server with just these settings, without waiting for it. */
  launch(env: Environment): DaybookHere {
    return this.#add(new DaybookHere(["serve"], { ...serving, ...env }))
  }

  /** The same in its own process. */
  launchProcess(env: Environment, around?: Around, flags: ReadonlyArray<string> = []): DaybookProcess {
    return this.#add(new DaybookProcess(["serve", ...flags], { ...serving, ...env }, this.#folder, around))
  }

  /** Starts a server that accepts the planted keys, and waits until it listens. */
  start(env: Environment): Promise<DaybookHere> {
    return this.launch({ ...withKeys, ...env }).listening()
  }

  /** The same in its own process, for tests that need one: above all, to be killed. */
  startProcess(env: Environment, around?: Around): Promise<DaybookProcess> {
    return this.launchProcess({ ...withKeys, ...env }, around).listening()
  }

  /** Starts a server of the demo data. */
  startDemo(env: Environment): Promise<DaybookHere> {
    return this.#add(new DaybookHere(["demo"], { ...serving, ...withKeys, ...env })).listening()
  }

  /** Runs a command to its end. */
  run(words: ReadonlyArray<string>, env: Environment) {
    return toItsEnd(this.#add(new DaybookHere(words, env)))
  }

  /** The same in its own process. */
  runProcess(words: ReadonlyArray<string>, env: Environment, around?: Around) {
    return toItsEnd(this.#add(new DaybookProcess(words, env, this.#folder, around)))
  }

  /** Begins a command in its own process, without waiting for it. */
  beginProcess(words: ReadonlyArray<string>, env: Environment): DaybookProcess {
    return this.#add(new DaybookProcess(words, env, this.#folder))
  }

  #add<Kind extends Daybook>(one: Kind): Kind {
    this.#all.push(one)
    return one
  }

  /** Ends all of them, processes by a kill. */
  async stopAll(): Promise<void> {
    await Promise.all(this.#all.map((one) => (one instanceof DaybookProcess ? one.kill() : one.stop())))
  }

  async end(): Promise<void> {
    await this.stopAll()
    await this.#prepared.drop(this.#databases)
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

// Only spellings: vectors by a model would cost each test seconds.
const serving: Environment = {
  PORT: "0",
  NOTIFY_PORT: "0",
  SYNC_SCHEDULE: "off",
  EMBEDDINGS_MODEL: "words",
}

const withKeys: Environment = {
  ADMIN_KEY: planted.adminKey,
  READ_KEY: planted.readKey,
  RATE_LIMIT: "100000",
}

const toItsEnd = async (command: Daybook) => {
  const code = await command.ended
  return { code, stdout: command.stdout, stderr: command.stderr }
}

// Vitest reads from the pattern which fixtures a fixture needs, and requests one if it needs none.
/* oxlint-disable no-empty-pattern */
/** A test with Daybooks, and a stand-in for Last.fm with the settings that name it. */
export const it = test
  .extend("daybook", async ({}, { onCleanup }) => {
    const daybook = new Daybooks(await Prepared.make(inject("postgresUrl")))
    onCleanup(() => daybook.end())
    return daybook
  })
  .extend("lastfm", ({}, { onCleanup }) => {
    const lastfm = new LastfmStandIn()
    onCleanup(() => lastfm.close())
    return lastfm
  })
  .extend("source", async ({ lastfm }): Promise<Environment> => ({
    LASTFM_URL: await lastfm.url,
    LASTFM_API_KEY: planted.lastfmKey,
    LASTFM_USER: "someone",
  }))
  .extend("foursquare", ({}, { onCleanup }) => {
    const foursquare = new FoursquareStandIn()
    onCleanup(() => foursquare.close())
    return foursquare
  })
  .extend("checkIns", async ({ foursquare }): Promise<Environment> => ({
    FOURSQUARE_URL: await foursquare.url,
    FOURSQUARE_TOKEN: planted.foursquareToken,
  }))

/** The stores that outlive their server. `memory` is the first one without its file. */
export const storeNames = ["sqlite", "postgres"] as const
