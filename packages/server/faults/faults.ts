import { setTimeout as pause } from "node:timers/promises"
import type { PostgresServer, TcpProxy } from "@daybook/storage-postgres/testing"
import { readFileSync } from "node:fs"
import type { Disk } from "./disk.ts"
import { type Member, silenceMillis } from "./fleet.ts"
import { Random } from "./random.ts"

/** A fault that a run can inject. */
export interface Fault {
  readonly name: string
  /** Milliseconds between its begin and its end. */
  readonly lasts: number
  readonly begin: () => Promise<void> | void
  /** Repairs the cause; the servers have to recover on their own. */
  readonly end: () => Promise<void> | void
  /**
   * Set for a crash that undoes what was just applied: the first values of new profiles, which are then set again as
   * soon as that is accepted. With "idle" no one has sent anything since all was applied.
   */
  readonly undoes?: "idle" | "under load"
  /** Milliseconds after its end in which a request may still meet its effects. */
  readonly settles?: number
}

/** Everything that can be broken around one store's servers. */
export interface Setting {
  readonly members: ReadonlyArray<Member>
  /** Undefined if no small file system can be mounted. */
  readonly disk: Disk | undefined
  readonly postgres: PostgresServer | undefined
}

type Make = (setting: Setting, random: Random) => Fault

const proxied =
  (
    name: string,
    proxiesOf: (member: Member) => ReadonlyArray<TcpProxy | undefined>,
    begin: (proxy: TcpProxy, random: Random) => Promise<void> | void,
    settles = 0,
  ): Make =>
  ({ members }, random) => {
    const hit = random.once(2) ? members : [random.pick(members)]
    const proxies = hit.flatMap(proxiesOf).filter((proxy) => proxy !== undefined)
    return {
      name,
      lasts: random.mostly(300, 7_000),
      settles,
      begin: async () => void (await Promise.all(proxies.map((proxy) => begin(proxy, random)))),
      end: async () => void (await Promise.all(proxies.map(mend))),
    }
  }

const mend = async (proxy: TcpProxy) => {
  proxy.delay(0)
  proxy.speak()
  proxy.forget()
  await proxy.admit()
}

const clients = ({ api, notify }: Member) => [api, notify]
const database = ({ database }: Member) => [database]

/** A dead pooled connection may be used again just before it is dropped, which doubles the wait. */
const strandedMillis = 2 * silenceMillis

const silence = (proxy: TcpProxy, random: Random) =>
  random.once(2) ? proxy.silence() : proxy.silence(random.pick(["to client", "to server"]))
const strand = (proxy: TcpProxy) => proxy.strand()
const cut = (proxy: TcpProxy) => proxy.cut()
const refuse = (proxy: TcpProxy) => proxy.refuse()
const slow = (proxy: TcpProxy, random: Random) => proxy.delay(random.between(20, 200))

const kill: Make = ({ members }, random) => {
  const dying = random.once(3) ? members : [random.pick(members)]
  return {
    name: "kills of a server",
    lasts: random.between(0, 800),
    begin: async () => void (await Promise.all(dying.map((member) => member.kill()))),
    end: async () => void (await Promise.all(dying.map((member) => member.restart()))),
  }
}

const terminate: Make = ({ members }, random) => {
  const one = random.pick(members)
  return {
    name: "stops of a server",
    lasts: random.between(0, 500),
    begin: async () => void (await one.terminate()),
    end: () => one.restart(),
  }
}

const freeze: Make = ({ members }, random) => {
  const one = random.pick(members)
  return {
    name: "frozen servers",
    lasts: random.mostly(300, 8_000),
    begin: () => one.freeze(),
    end: () => one.thaw(),
  }
}

const hour = 3_600_000

const clock: Make = ({ members }, random) => {
  const one = random.pick(members)
  const back = random.once(2)
  return {
    name: "clock steps of an hour",
    lasts: random.mostly(300, 3_000),
    begin: () => one.shiftClock(back ? -hour : hour),
    end: () => one.shiftClock(0),
  }
}

const fullDisk: Make = ({ disk, postgres }, random) => ({
  name: "full disks",
  lasts: random.mostly(700, 8_000),
  begin: () => disk?.fill(),
  end: async () => {
    disk?.makeRoom()
    // PostgreSQL ends where its write-ahead log has no space; its operator starts it again.
    if (postgres !== undefined) await beginAgain(postgres)
  },
})

const postgresEnds =
  (name: string, signal: NodeJS.Signals): Make =>
  ({ postgres }, random) => ({
    name,
    lasts: random.mostly(0, 8_000),
    begin: () => postgres?.end(signal),
    end: () => (postgres === undefined ? undefined : beginAgain(postgres)),
  })

/** One of PostgreSQL's own processes dies: it ends all others, and starts again on its own. */
const killChild = (postgres: PostgresServer, random: Random): void => {
  const children = readFileSync(`/proc/${postgres.pid()}/task/${postgres.pid()}/children`, "utf8")
    .trim()
    .split(" ")
  process.kill(Number(random.pick(children)), "SIGKILL")
}

/** Starts PostgreSQL again, with retries: the remains of a killed one hold its shared memory for a moment. */
const beginAgain = async (postgres: PostgresServer): Promise<void> => {
  for (let tries = 1; ; tries++) {
    try {
      return await postgres.begin()
    } catch (cause) {
      if (tries === 50) throw cause
      await pause(100)
    }
  }
}

const backendDies: Make = ({ postgres }, random) => ({
  name: "kills of a PostgreSQL process",
  lasts: random.between(200, 1_000),
  begin: () => (postgres === undefined ? undefined : killChild(postgres, random)),
  end: () => (postgres === undefined ? undefined : beginAgain(postgres)),
})

/** PostgreSQL crashes and is back at once, under load or as soon as it is idle: what it has not put on the disk is undone. */
const crash =
  (how: "immediate stops" | "killed backends", undoes: "idle" | "under load"): Make =>
  ({ postgres }, random) => ({
    name: `crashes of PostgreSQL by ${how}, ${undoes}`,
    lasts: random.mostly(0, 1_000),
    undoes,
    begin: async () => {
      if (postgres === undefined) return
      if (how === "killed backends") killChild(postgres, random)
      else await postgres.end("SIGQUIT")
      await beginAgain(postgres)
    },
    end: () => (postgres === undefined ? undefined : beginAgain(postgres)),
  })

/** A server is stopped while its database does not respond. */
const terminateInSilence: Make = ({ members }, random) => {
  const one = random.pick(members)
  return {
    name: "stops of a server while its database is silent",
    lasts: 0,
    begin: async () => {
      one.database?.silence()
      await pause(random.between(0, 1_500))
      await one.terminate()
    },
    end: async () => {
      one.database?.speak()
      await one.restart()
    },
  }
}

const ofClients = [
  proxied("silent clients", clients, silence),
  proxied("cut clients", clients, cut),
  proxied("slow clients", clients, slow),
]

const ofDatabase = [
  proxied("silent database", database, silence),
  proxied("stranded database connections", database, strand, strandedMillis),
  proxied("cut database connections", database, cut),
  proxied("refused database connections", database, refuse),
  proxied("slow database connections", database, slow),
  postgresEnds("stops of PostgreSQL, immediate", "SIGQUIT"),
  postgresEnds("stops of PostgreSQL, fast", "SIGINT"),
  postgresEnds("kills of PostgreSQL", "SIGKILL"),
  backendDies,
  terminateInSilence,
  crash("immediate stops", "idle"),
  crash("immediate stops", "under load"),
  crash("killed backends", "idle"),
  crash("killed backends", "under load"),
]

/** The faults for a store's servers; with a pattern, only those whose names match. */
export const faultsFor = (setting: Setting, only = /./): ReadonlyArray<Make> => {
  const { disk, postgres } = setting
  return [
    kill,
    kill,
    terminate,
    freeze,
    clock,
    ...ofClients,
    ...(disk === undefined ? [] : [fullDisk, fullDisk]),
    ...(postgres === undefined ? [] : ofDatabase),
  ].filter((make) => only.test(make(setting, new Random(0)).name))
}
