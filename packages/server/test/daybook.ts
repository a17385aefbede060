import { freshSchema } from "@daybook/storage-postgres/testing"
import type * as _PostgresUrl from "@daybook/storage-postgres/testing/globalSetup"
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, assert, inject, test } from "vitest"
import { Client } from "./client.ts"
import { FoursquareStandIn } from "./foursquareStandIn.ts"
import { LastfmStandIn } from "./lastfmStandIn.ts"
import { until } from "./until.ts"

export type Environment = Readonly<Record<string, string>>

/** What is planted where a secret belongs, and must appear in no output. */
export const planted = {
  adminKey: "planted-admin-key-0123456789abcdef",
  readKey: "planted-read-key-0123456789abcdef",
  notifyKey: "planted-notify-key-0123456789abcdef",
  lastfmKey: "planted-lastfm-key-0123456789",
  discogsToken: "planted-discogs-token-0123456789",
  traktClientId: "planted-trakt-client-0123456789",
  traktToken: "planted-trakt-token-0123456789",
  stravaSecret: "planted-strava-secret-0123456789",
  // Rotated ones begin likewise.
  stravaToken: "planted-rotated-refresh-token",
  stravaAccess: "planted-access-token",
  sealingKey: "5ea1ed".repeat(10) + "5ea1",
  tmdbToken: "planted-tmdb-token-0123456789",
  webhookSecret: "planted-webhook-secret-0123456789",
  readwiseToken: "planted-readwise-token-0123456789",
  instapaperConsumerSecret: "planted-instapaper-consumer-0123456789",
  instapaperToken: "planted-instapaper-token-0123456789",
  instapaperTokenSecret: "planted-instapaper-secret-0123456789",
  foursquareToken: "planted-foursquare-token-0123456789",
  googleSecret: "planted-google-secret-0123456789",
  googleToken: "planted-google-refresh-token-0123456789",
  accessToken: "planted-access-token-0123456789",
}

/** Whether a process can be given a terminal here: util-linux's `script` does. */
export const hasTerminals = spawnSync("script", ["-qec", "true", "/dev/null"]).status === 0

const program = fileURLToPath(new URL("../bin/daybook.js", import.meta.url))
const everyProcess: Array<DaybookProcess> = []

afterAll(() => {
  for (const { stderr, stdout } of everyProcess) {
    for (const secret of Object.values(planted)) {
      assert.isFalse((stdout + stderr).includes(secret), "a secret appears in an output")
    }
  }
})

/** Turns the command of a process into the one that starts it. */
type Around = (command: ReadonlyArray<string>) => ReadonlyArray<string>

const alone: Around = (command) => command

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

/** A Daybook process, and all that it has said. */
export class DaybookProcess {
  stdout = ""
  stderr = ""
  readonly #child: ChildProcess
  readonly #ended: Promise<number | null>

  constructor(args: ReadonlyArray<string>, env: Environment, cwd: string, around = alone) {
    everyProcess.push(this)
    const [file = "", ...rest] = around([process.execPath, program, ...args])
    const child = spawn(file, rest, {
      // Nothing of the environment of the tests: a setting of theirs must not change what is tested.
      env: { PATH: process.env["PATH"] ?? "", ...env },
      cwd,
      stdio: ["ignore", "pipe", "pipe"],
    })
    this.#child = child
    child.stdout.setEncoding("utf8").on("data", (text: string) => (this.stdout += text))
    child.stderr.setEncoding("utf8").on("data", (text: string) => (this.stderr += text))
    // "close" comes when all that was said has been read.
    this.#ended = new Promise((resolve) => child.once("close", (code) => resolve(code)))
  }

  /** Resolves with the exit code, null after a death by signal. */
  get ended(): Promise<number | null> {
    return this.#ended
  }

  get running(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  signal(signal: NodeJS.Signals): Promise<number | null> {
    this.#child.kill(signal)
    return this.#ended
  }

  /** Each line that was logged, as the object that it must be. */
  get log(): ReadonlyArray<unknown> {
    return this.stdout
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line))
  }
}

/** Seconds that a server may take to start: many start at once, on machines that have other work. */
const startSeconds = 120

/** A process that serves, and a client of it for each key that was planted. */
export class DaybookServer extends DaybookProcess {
  url = ""

  async listening(): Promise<this> {
    const address = /the activity API is at (http:\/\/[\w.:]+)/
    await until("the server listens", () => address.test(this.stdout) || !this.running, startSeconds)
    this.url = address.exec(this.stdout)?.[1] ?? ""
    if (this.url === "") throw new Error(`the server ended with ${await this.ended}: ${this.stderr}`)
    return this
  }

  /** A client of the profile API. */
  async notify(key?: string): Promise<Client> {
    const address = /the profile API is at (http:\/\/[\w.:]+)/
    await until("the profile API listens", () => address.test(this.stdout) || !this.running, startSeconds)
    return new Client(address.exec(this.stdout)?.[1] ?? "", key)
  }

  client(key?: string): Client {
    return new Client(this.url, key)
  }

  get admin(): Client {
    return this.client(planted.adminKey)
  }

  get reader(): Client {
    return this.client(planted.readKey)
  }
}

/** Starts Daybook processes for one test, and sees to it that nothing is left of them. */
export class Daybook {
  readonly #folder = mkdtempSync(join(tmpdir(), "daybook-server-"))
  readonly #processes: Array<DaybookProcess> = []
  #folders = 0

  folder(): string {
    return join(this.#folder, String(++this.#folders))
  }

  /** Settings of one store each: what is started twice with the same ones finds again what it stored. */
  stores = {
    memory: (): Environment => ({ DATABASE_URL: "memory:", DATA_DIR: this.folder() }),
    pglite: (): Environment => ({ DATA_DIR: this.folder() }),
    postgres: (): Environment => ({
      DATABASE_URL: inject("postgresUrl"),
      DATABASE_SCHEMA: freshSchema(),
      DATA_DIR: this.folder(),
    }),
  }

  /** Starts a server with just these settings, without waiting for it. */
  launch(env: Environment, around = alone, flags: ReadonlyArray<string> = []): DaybookServer {
    const settings = { PORT: "0", NOTIFY_PORT: "0", SYNC_SCHEDULE: "off", ...env }
    const server = new DaybookServer(["serve", ...flags], settings, this.#folder, around)
    this.#processes.push(server)
    return server
  }

  /** Starts a server that accepts the planted keys, and waits until it listens. */
  start(env: Environment, around = alone): Promise<DaybookServer> {
    return this.launch(
      { ADMIN_KEY: planted.adminKey, READ_KEY: planted.readKey, RATE_LIMIT: "100000", ...env },
      around,
    ).listening()
  }

  /** Runs a command to its end. */
  async run(args: ReadonlyArray<string>, env: Environment, around = alone) {
    const command = new DaybookProcess(args, env, this.#folder, around)
    this.#processes.push(command)
    const code = await command.ended
    return { code, stdout: command.stdout, stderr: command.stderr }
  }

  /** Ends every process. */
  async endProcesses(): Promise<void> {
    await Promise.all(this.#processes.map((one) => one.signal("SIGKILL")))
  }

  async end(): Promise<void> {
    await this.endProcesses()
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

// Vitest reads from the pattern which fixtures a fixture needs, and asks for one where it needs none.
/* oxlint-disable no-empty-pattern */
/** A test with Daybook processes, and a stand-in for Last.fm with the settings that name it. */
export const it = test
  .extend("daybook", ({}, { onCleanup }) => {
    const daybook = new Daybook()
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

export const storeNames = ["memory", "pglite", "postgres"] as const

/** The stores that outlive their server. */
export const durableStoreNames = ["pglite", "postgres"] as const
