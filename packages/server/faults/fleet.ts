import { TcpProxy } from "@daybook/storage-postgres/testing"
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { type DaybookProcess, type Environment, planted } from "../test/daybook.ts"
import { Broken } from "./request.ts"

const preload = fileURLToPath(new URL("preload.ts", import.meta.url))

/** The seconds of `DATABASE_TIMEOUT`: fewer than by default, so that more faults fit into a run. */
const databaseSeconds = 8

/** Milliseconds after which a server drops a silent connection. */
export const silenceMillis = (databaseSeconds + 3) * 1000

export const workspace = "acme"

/** Seconds within which SIGTERM ends a server: its deadline of 30, and some for a busy machine. */
const shutdownSeconds = 37

/** One server: its process, which may die and be started again, behind proxies that keep their addresses. */
export class Member {
  readonly name: string
  /** Between clients and the activity API. */
  readonly api: TcpProxy
  /** Between clients and the profile API. */
  readonly notify: TcpProxy
  /** Between the server and PostgreSQL. */
  readonly database: TcpProxy | undefined
  server: DaybookProcess
  /** Whether it cannot answer now, since we stopped or ended it. */
  away = false
  readonly #launch: () => DaybookProcess
  readonly #folder: string

  private constructor(
    name: string,
    launch: () => DaybookProcess,
    folder: string,
    server: DaybookProcess,
    proxies: readonly [TcpProxy, TcpProxy],
    database: TcpProxy | undefined,
  ) {
    this.name = name
    this.server = server
    this.database = database
    ;[this.api, this.notify] = proxies
    this.#launch = launch
    this.#folder = folder
  }

  static async start(
    name: string,
    launch: (env: Environment) => DaybookProcess,
    env: Environment,
    folder: string,
    database: TcpProxy | undefined,
  ): Promise<Member> {
    mkdirSync(folder, { recursive: true })
    const all: Environment = {
      NODE_OPTIONS: `--import ${preload}`,
      FAULTS_FOLDER: folder,
      ADMIN_KEY: planted.adminKey,
      READ_KEY: planted.readKey,
      NOTIFY_WORKSPACE: workspace,
      NOTIFY_KEY: planted.notifyKey,
      RATE_LIMIT: "1000000",
      DATABASE_TIMEOUT: String(databaseSeconds),
      SEALING_KEY: planted.sealingKey,
      MEDIA_SERVER_WEBHOOK_SECRET: planted.webhookSecret,
      MEDIA_SERVER_USER: "someone",
      ...env,
    }
    const start = () => launch(all)
    const server = await start().listening()
    const proxies = [
      await TcpProxy.start(server.url),
      await TcpProxy.start((await server.notify()).url),
    ] as const
    return new Member(name, start, folder, server, proxies, database)
  }

  /** The address of the activity API, past the proxy. */
  get direct(): string {
    return this.server.url
  }

  get activityUrl(): string {
    return `http://127.0.0.1:${this.api.port}`
  }

  get notifyUrl(): string {
    return `http://127.0.0.1:${this.notify.port}`
  }

  async kill(): Promise<void> {
    this.away = true
    await this.server.signal("SIGKILL")
  }

  /** Stops the server, and checks the deadline: exit code 0 in time, 1 past it. */
  async terminate(): Promise<number> {
    this.away = true
    const began = performance.now()
    const deadline = new Promise<"late">(
      (resolve) => void setTimeout(resolve, shutdownSeconds * 1000, "late").unref(),
    )
    const code = await Promise.race([this.server.signal("SIGTERM"), deadline])
    const took = Math.round(performance.now() - began)
    if (code === "late") throw new Broken(`SIGTERM did not end ${this.name} within ${shutdownSeconds} s`)
    if (code !== 0 && code !== 1)
      throw new Broken(`${this.name} ended with ${code} after SIGTERM and ${took} ms`)
    return code
  }

  freeze(): void {
    this.away = true
    void this.server.signal("SIGSTOP")
  }

  thaw(): void {
    void this.server.signal("SIGCONT")
    this.away = false
  }

  async restart(): Promise<void> {
    this.server = this.#launch()
    await this.server.listening()
    this.api.aim(this.server.url)
    this.notify.aim((await this.server.notify()).url)
    this.away = false
  }

  /** Shifts the clock of the process, its workers with it. */
  shiftClock(millis: number): void {
    writeFileSync(join(this.#folder, "clock"), String(millis))
  }

  /** The times of its answered and unacknowledged writes since the last fault began or ended. */
  writes: Array<{ readonly at: number; readonly answered: boolean }> = []

  wrote(answered: boolean): void {
    this.writes.push({ at: performance.now(), answered })
  }

  /** A process that we have not ended must not end. */
  mustLive(): void {
    if (this.away || this.server.running) return
    throw new Broken(`${this.name} has ended by itself: ${this.tail}`)
  }

  /** The last lines of its output. */
  get tail(): string {
    return (this.server.stdout + this.server.stderr).slice(-4_000)
  }

  close(): void {
    for (const proxy of [this.api, this.notify, this.database]) void proxy?.close()
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
