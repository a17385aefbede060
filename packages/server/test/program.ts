import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as Metric from "effect/Metric"
import { type ChildProcess, spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import { format } from "node:util"
import { afterAll, assert } from "vitest"
import { everyDomain } from "../src/domains/index.ts"
import { program } from "../src/program.ts"
import { teardown } from "../src/serving/stopping.ts"
import { Client } from "./client.ts"
import { until } from "./until.ts"

export type Environment = Readonly<Record<string, string>>

/** Secrets planted in the settings, which must appear in no output. */
export const planted = {
  adminKey: "planted-admin-key-0123456789abcdef",
  readKey: "planted-read-key-0123456789abcdef",
  notifyKey: "planted-notify-key-0123456789abcdef",
  lastfmKey: "planted-lastfm-key-0123456789",
  discogsToken: "planted-discogs-token-0123456789",
  traktClientId: "planted-trakt-client-0123456789",
  traktToken: "planted-trakt-token-0123456789",
  stravaSecret: "planted-strava-secret-0123456789",
  // Rotated ones begin also.
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
  jellyfinKey: "planted-jellyfin-key-0123456789",
  plexToken: "planted-plex-token-0123456789",
  googleSecret: "planted-google-secret-0123456789",
  googleToken: "planted-google-refresh-token-0123456789",
  accessToken: "planted-access-token-0123456789",
}

const started: Array<Daybook> = []

afterAll(() => {
  for (const { stderr, stdout } of started.splice(0)) {
    for (const secret of Object.values(planted)) {
      assert.isFalse((stdout + stderr).includes(secret), "a secret appears in an output")
    }
  }
})

/** Seconds that a server may take to start: many start at once, on machines that have other work. */
const startSeconds = 120

/** A running Daybook, its output, and clients of its APIs. */
export abstract class Daybook {
  stdout = ""
  stderr = ""
  url = ""

  constructor() {
    started.push(this)
  }

  /** Resolves with the exit code, null after a death by signal. */
  abstract readonly ended: Promise<number | null>
  abstract readonly running: boolean
  /** Ends it as SIGTERM does, and returns the exit code. */
  abstract stop(): Promise<number | null>

  /** Each line that was logged, as the object that it must be. */
  get log(): ReadonlyArray<unknown> {
    return this.stdout
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line))
  }

  async listening(): Promise<this> {
    this.url = await this.#addressOf("activity")
    return this
  }

  /** A client of the profile API. */
  async notify(key?: string): Promise<Client> {
    return new Client(await this.#addressOf("profile"), key)
  }

  async #addressOf(api: "activity" | "profile"): Promise<string> {
    const address = new RegExp(`the ${api} API is at (http://[\\w.:]+)`)
    await until(`the ${api} API is served`, () => address.test(this.stdout) || !this.running, startSeconds)
    const url = address.exec(this.stdout)?.[1]
    if (url === undefined) throw new Error(`the server ended with ${await this.ended}: ${this.stderr}`)
    return url
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

/** The program in the process of the tests, with its own environment, output and metrics. */
export class DaybookHere extends Daybook {
  readonly ended: Promise<number>
  readonly #fiber: Fiber.Fiber<void, unknown>
  running = true

  constructor(words: ReadonlyArray<string>, env: Environment) {
    super()
    const to =
      (output: "stdout" | "stderr") =>
      (...said: ReadonlyArray<unknown>) => {
        this[output] += `${format(...said)}\n`
      }
    const [out, err] = [to("stdout"), to("stderr")]
    const console: Console.Console = Object.assign(Object.create(globalThis.console), {
      log: out,
      info: out,
      debug: out,
      error: err,
      warn: err,
      trace: err,
    })
    this.#fiber = Effect.runFork(
      program(everyDomain, words, env).pipe(
        Effect.provideService(Console.Console, console),
        Effect.provideService(Metric.MetricRegistry, new Map()),
      ),
    )
    this.ended = new Promise((resolve) =>
      this.#fiber.addObserver((exit) => {
        this.running = false
        teardown(exit, resolve)
      }),
    )
  }

  stop(): Promise<number> {
    this.#fiber.interruptUnsafe()
    return this.ended
  }
}

/** Turns the command of a process into the one that starts it. */
export type Around = (command: ReadonlyArray<string>) => ReadonlyArray<string>

const bin = fileURLToPath(new URL("../bin/daybook.js", import.meta.url))

/** The program in its own process, which can be killed, watched, or started in its own way. */
export class DaybookProcess extends Daybook {
  readonly ended: Promise<number | null>
  readonly #child: ChildProcess

  constructor(words: ReadonlyArray<string>, env: Environment, cwd: string, around: Around = (all) => all) {
    super()
    const [file = "", ...rest] = around([process.execPath, bin, ...words])
    const child = spawn(file, rest, {
      // Nothing of the environment of the tests: a setting of theirs must not change what is tested.
      env: { PATH: process.env["PATH"] ?? "", ...env },
      cwd,
      stdio: ["ignore", "pipe", "pipe"],
    })
    this.#child = child
    child.stdout.setEncoding("utf8").on("data", (text: string) => (this.stdout += text))
    child.stderr.setEncoding("utf8").on("data", (text: string) => (this.stderr += text))
    // "close" comes when all output has been read.
    this.ended = new Promise((resolve) => child.once("close", (code) => resolve(code)))
  }

  get running(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  signal(signal: NodeJS.Signals): Promise<number | null> {
    this.#child.kill(signal)
    return this.ended
  }

  stop(): Promise<number | null> {
    return this.signal("SIGTERM")
  }

  kill(): Promise<number | null> {
    return this.signal("SIGKILL")
  }
}
