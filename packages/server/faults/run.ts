import { setTimeout as pause } from "node:timers/promises"
import { planted } from "../test/daybook.ts"
import { until } from "../test/until.ts"
import { Check } from "./check.ts"
import { type Fault, faultsFor, type Setting } from "./faults.ts"
import type { Member } from "./fleet.ts"
import { Sender } from "./operations.ts"
import { readRequests } from "./fields.ts"
import { Profiles, requestsAt } from "./profileOperations.ts"
import { Random } from "./random.ts"
import { Readiness } from "./readiness.ts"
import { Broken, send } from "./request.ts"
import { Traffic } from "./traffic.ts"
import type { World } from "./world.ts"

/** The number of concurrent clients of everything, and of those that only set properties. */
const senders = 6
const profileSenders = 4

/** Seconds within which every server responds again once nothing is broken. */
const recoverySeconds = 40

export interface Plan {
  readonly seed: number
  /** Milliseconds of `performance.now()` after which no round begins. */
  readonly until: number
  /** Only faults whose names match. */
  readonly kinds?: RegExp | undefined
  /** Only this round, to reproduce it on its own. */
  readonly only?: number | undefined
}

/** A broken promise, and the round in which it was seen. */
export interface Failure {
  readonly round: number
  readonly fault: string
  readonly message: string
}

/** The fault of a round: all faults in a random order, then all again. */
const faultOf = (setting: Setting, { kinds, seed }: Plan, round: number): Fault => {
  const makes = [...faultsFor(setting, kinds)]
  const shuffling = Random.of(seed, Math.floor(round / makes.length))
  const order = makes.map((make) => ({ make, at: shuffling.next() })).sort((a, b) => a.at - b.at)
  const make = order[round % makes.length]?.make
  if (make === undefined) throw new Error("there are no faults")
  return make(setting, Random.of(seed, round, 1))
}

/** Waits until every server is ready and stores writes. */
const recovery = async (members: ReadonlyArray<Member>, probe: Sender, after: string): Promise<number> => {
  const began = performance.now()
  const wait = async (member: Member): Promise<void> => {
    for (;;) {
      member.mustLive()
      const ready = await send(`${member.direct}/v1/health/ready`, { within: 10_000 })
      if (typeof ready !== "string" && ready.status === 200) {
        if ((await probe.addKey(member)) && (await probe.profiles.sendNew(member))) return
      }
      if (performance.now() - began > recoverySeconds * 1000) {
        const told = typeof ready === "string" ? ready : `${ready.status} ${ready.text}`
        throw new Broken(
          `${member.name} does not answer ${recoverySeconds} s after "${after}" (ready: ${told}): ${member.tail}`,
        )
      }
      await pause(50)
    }
  }
  for (const member of members) await wait(member)
  return performance.now() - began
}

/** Waits until every accepted request is applied, as long as no one sends any. */
const allApplied = (world: World, { notifyUrl }: Member) =>
  until("all that was accepted is applied", async () => {
    const answer = await world.asker.ask(`${notifyUrl}${requestsAt}?status=accepted`, [200], {
      key: planted.notifyKey,
    })
    return answer !== undefined && readRequests(answer).data.length === 0
  })

const runRound = async (
  setting: Setting,
  world: World,
  clients: ReadonlyArray<Sender | Profiles>,
  plan: Plan,
  round: number,
) => {
  const { members } = setting
  const random = Random.of(plan.seed, round)
  const fault = faultOf(setting, plan, round)
  const profiles = clients.map((client) => (client instanceof Sender ? client.profiles : client))
  const traffic = new Traffic(clients, random)
  const probe = clients.find((client) => client instanceof Sender) ?? absent("clients")
  await pause(random.between(100, 600))
  const undone = fault.undoes === undefined ? [] : profiles.map((one) => [one, one.newProfiles()] as const)
  const setUndone = () => Promise.all(undone.map(([one, names]) => one.setAll(names)))
  if (fault.undoes === "idle") await traffic.rest()
  await setUndone()
  if (fault.undoes === "idle") await allApplied(world, random.pick(members))
  world.weather.begin(fault.name)
  for (const member of members) member.writes = []
  const readiness = new Readiness(members)
  try {
    const begun = fault.begin()
    traffic.resume()
    await Promise.all([begun, setUndone()])
    const end = performance.now() + fault.lasts
    while (performance.now() < end && traffic.broken === undefined) {
      await pause(20)
      for (const member of members) member.mustLive()
    }
  } finally {
    await readiness.stop()
    await fault.end()
  }
  const ended = performance.now()
  world.figures.count(fault.name)
  if (traffic.broken === undefined) {
    world.figures.recovered(fault.name, await recovery(members, probe, fault.name))
    await pause(Math.max(0, ended + (fault.settles ?? 0) - performance.now()))
    world.weather.clear()
    await pause(random.between(100, 400))
  }
  await traffic.stop()
  readiness.check()
  const touched = new Set(profiles.flatMap((one) => one.takeTouched()))
  await new Check(world, random.pick(members)).all(touched)
}

/** Injects one fault after the other, until the time is over or a promise is broken. */
export const run = async (setting: Setting, world: World, plan: Plan): Promise<Failure | undefined> => {
  const randomOf = (number: number) => Random.of(plan.seed, plan.only ?? 0, 2, number)
  const clients = [
    ...Array.from(
      { length: senders },
      (_, number) => new Sender(world, number, randomOf(number), setting.members),
    ),
    ...Array.from(
      { length: profileSenders },
      (_, index) => new Profiles(world, senders + index, randomOf(senders + index), setting.members),
    ),
  ]
  for (let round = plan.only ?? 0; performance.now() < plan.until; round++) {
    try {
      await runRound(setting, world, clients, plan, round)
    } catch (cause) {
      const message =
        cause instanceof Broken ? cause.message : `${cause instanceof Error ? cause.stack : String(cause)}`
      const said = setting.members.map((member) => `${member.name} said at last: ${member.tail}`)
      return { round, fault: world.weather.name, message: [message, ...said].join("\n") }
    }
    if (plan.only !== undefined) return undefined
  }
  await new Check(world, setting.members[0] ?? absent("servers")).all(world.setOnce.profiles)
  for (const member of setting.members) {
    const code = await member.terminate()
    if (code !== 0)
      return { round: -1, fault: "none", message: `${member.name} ended with ${code}, with nothing broken` }
  }
  return undefined
}

const absent = (what: string): never => {
  throw new Error(`there are no ${what}`)
}
