import { PgConnection } from "@effect/sql-pg"
import { Effect, Redacted, Schedule } from "effect"
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createServer, Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type PostgresSource, postgresPrograms } from "./postgresPrograms.ts"

export type { PostgresSource } from "./postgresPrograms.ts"

export interface PostgresServerOptions {
  /** Whether commits reach the disk: off by default, as for tests; measurements switch it on. */
  readonly fsync?: boolean
  /** Memory for pages, as PostgreSQL spells it; 64MB by default, a quarter of the machine's where it matters. */
  readonly sharedBuffers?: string
  /** Only this source of programs; by default the machine's, then npm's. */
  readonly source?: PostgresSource
  /** The folder under which its files are made; the system's for temporary files by default. */
  readonly folder?: string
  /** The address of the server that it follows as a standby, under the name `standby`. */
  readonly follows?: string
  /** More of its own settings. */
  readonly settings?: Readonly<Record<string, string>>
}

export interface PostgresServer {
  /** `postgres://…`, to be handed to any process on this machine. */
  readonly url: string
  /** The process that started all others; undefined if it was not started here, or has ended. */
  readonly pid: () => number | undefined
  /** Ends it by a signal: SIGINT in order, SIGQUIT at once, SIGKILL like a crash. Its files stay. */
  readonly end: (signal: NodeJS.Signals) => Promise<void>
  /** Starts it again if it has ended, at the same address and on the same files. */
  readonly begin: () => Promise<void>
  /** Runs a statement as its superuser. */
  readonly run: (sql: string) => Promise<void>
  /** Stops the server and removes its files; leaves a server that was not started here alone. */
  readonly stop: () => Promise<void>
}

/**
 * A PostgreSQL server of its own for a test run or a measurement, on a free port of the loopback address,
 * without a password and gone at the end. `TEST_DATABASE_URL` names one that runs already instead.
 */
export const startPostgres = async (options: PostgresServerOptions = {}): Promise<PostgresServer> => {
  const url = process.env["TEST_DATABASE_URL"]
  if (url !== undefined && url !== "" && options.source === undefined && options.settings === undefined) {
    const nothing = async () => {}
    return {
      url,
      pid: () => undefined,
      end: nothing,
      begin: nothing,
      stop: nothing,
      run: (sql) => runOn(url, sql),
    }
  }
  const work = mkdtempSync(join(options.folder ?? tmpdir(), "daybook-postgres-"))
  const remove = (): void => rmSync(work, { recursive: true, force: true, maxRetries: 5 })
  try {
    const owner = unprivilegedUser()
    if (owner !== undefined) chownSync(work, owner.uid, owner.gid)
    chmodSync(work, 0o755)
    const programs = postgresPrograms(work, options.source)
    const data = join(work, "data")
    const [program, args] = options.follows === undefined ? newCluster(data) : copyOf(options.follows, data)
    execFileSync(join(programs, program), args, { ...owner, cwd: work, stdio: "pipe" })
    const port = await freePort()
    const started = `postgres://postgres@127.0.0.1:${port}/postgres`
    let server: ChildProcess | undefined
    let guard: ChildProcess | undefined
    const end = async (signal: NodeJS.Signals): Promise<void> => {
      if (server === undefined) return
      server.ref()
      if (isRunning(server) && server.kill(signal)) await once(server, "exit")
      guard?.kill()
      server = undefined
    }
    const begin = async (): Promise<void> => {
      if (server !== undefined && isRunning(server)) return accepting(server, started)
      server = spawn(join(programs, "postgres"), ["-D", data, ...settings(work, port, options)], {
        ...owner,
        cwd: work,
        stdio: "ignore",
      })
      guard = guardAgainstOrphaning(server, work)
      await accepting(server, started)
      // Neither keeps a process alive that ends without stopping the server: the guard stops it then.
      server.unref()
      guard.unref()
    }
    const stop = async (): Promise<void> => {
      await end("SIGINT")
      remove()
    }
    try {
      await begin()
    } catch (cause) {
      await stop()
      throw cause
    }
    return { url: started, pid: () => server?.pid, end, begin, stop, run: (sql) => runOn(started, sql) }
  } catch (cause) {
    remove()
    throw cause
  }
}

const runOn = (url: string, sql: string): Promise<void> =>
  Effect.runPromise(
    Effect.scoped(
      Effect.flatMap(PgConnection.make({ url: Redacted.make(url) }), (connection) =>
        connection.query(sql, []),
      ),
    ).pipe(Effect.asVoid),
  )

/** Whether the programs available can copy a server, as a standby needs. Those of npm cannot. */
export const canFollow = (): boolean => {
  const work = mkdtempSync(join(tmpdir(), "daybook-programs-"))
  try {
    return existsSync(join(postgresPrograms(work, "machine"), "pg_basebackup"))
  } catch {
    return false
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

const newCluster = (data: string): readonly [string, Array<string>] => [
  "initdb",
  ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"],
]

const copyOf = (url: string, data: string): readonly [string, Array<string>] => {
  const { hostname, port, username } = new URL(url)
  const from = `host=${hostname} port=${port} user=${username} application_name=standby`
  return ["pg_basebackup", ["-D", data, "-R", "--checkpoint=fast", "--no-sync", "-d", from]]
}

const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode === null && signalCode === null

/** Resolves once the server lets a client in; rejects if it ends before that. */
const accepting = (server: ChildProcess, url: string): Promise<void> =>
  Effect.runPromise(
    Effect.scoped(PgConnection.make({ url: Redacted.make(url) })).pipe(
      Effect.retry(Schedule.spaced("50 millis")),
      Effect.timeout("30 seconds"),
      Effect.raceFirst(
        Effect.callback<never>((resume) => {
          const failed = (cause: Error) => resume(Effect.die(cause))
          const ended = (code: number | null) => failed(new Error(`PostgreSQL ended with code ${code}`))
          server.once("error", failed).once("exit", ended)
          return Effect.sync(() => server.off("error", failed).off("exit", ended))
        }),
      ),
      Effect.asVoid,
    ),
  )

/**
 * A small shell that waits for this process to end, however it ends: the pipe between them closes then. It
 * stops the server and removes its files. In its own process group, so that Ctrl-C does not reach it.
 */
const guardAgainstOrphaning = (server: ChildProcess, work: string): ChildProcess => {
  const script =
    'cat > /dev/null; kill -INT "$1"; while kill -0 "$1" 2> /dev/null; do sleep 0.2; done; rm -rf "$2"'
  const guard = spawn("sh", ["-c", script, "guard", String(server.pid), work], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  })
  // A socket, as every pipe to a child is, and counted as work under way unless reported otherwise.
  if (guard.stdin instanceof Socket) guard.stdin.unref()
  return guard
}

const settings = (
  work: string,
  port: number,
  { fsync = false, sharedBuffers = "64MB", settings = {} }: PostgresServerOptions,
): Array<string> =>
  Object.entries({
    listen_addresses: "127.0.0.1",
    port: String(port),
    unix_socket_directories: work,
    max_connections: "200",
    shared_buffers: sharedBuffers,
    timezone: "UTC",
    ...(fsync ? {} : { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
    ...settings,
  }).flatMap(([name, value]) => ["-c", `${name}=${value}`])

/** PostgreSQL refuses to run as root, so root starts it as another user of the machine. */
const unprivilegedUser = (): { readonly uid: number; readonly gid: number } | undefined => {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
  for (const name of ["postgres", "nobody"]) {
    const user = users.find((fields) => fields[0] === name)
    if (user !== undefined) return { uid: Number(user[2]), gid: Number(user[3]) }
  }
  throw new Error("PostgreSQL does not run as root, and there is no user postgres or nobody to run it as")
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once("error", reject)
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address()
      probe.close(() =>
        typeof address === "object" && address !== null
          ? resolve(address.port)
          : reject(new Error("No port")),
      )
    })
  })
