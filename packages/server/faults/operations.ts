import { planted } from "../test/daybook.ts"
import { Profiles } from "./profileOperations.ts"
import {
  readDelivery,
  readImported,
  readMadeKey,
  readPromoted,
  readRecord,
  readSynced,
  readVinyl,
} from "./fields.ts"
import type { Member } from "./fleet.ts"
import type { Random } from "./random.ts"
import { type Answer, type Asking, Broken } from "./request.ts"
import type { World } from "./world.ts"

interface Held {
  readonly name: string
  readonly id: number
}

/** The day of an event. Each has its own, so that none is taken for another. */
const dayOf = (number: number) => new Date(Date.UTC(1950, 0, 1 + number)).toISOString().slice(0, 10)

/** A revoked key is refused, in the end by the limit of its sender's address. */
const refusals = [401, 429]

/**
 * One client, which waits for each response before the next request and alone writes its own data, so it knows what
 * must be stored. It repeats an unanswered request only if the API says that a repeat has no further effect.
 */
export class Sender {
  readonly profiles: Profiles
  readonly #world: World
  readonly #number: number
  readonly #random: Random
  readonly #members: ReadonlyArray<Member>
  #keys: Array<Held & { readonly key: string }> = []
  #revoked: Array<string> = []
  #filters: Array<Held> = []
  #pending: Array<Held> = []
  /** Unanswered requests, to be repeated as a client would. */
  #again: Array<() => Promise<void>> = []

  constructor(world: World, number: number, random: Random, members: ReadonlyArray<Member>) {
    this.#world = world
    this.#number = number
    this.#random = random
    this.#members = members
    this.profiles = new Profiles(world, number, random, members)
  }

  #name(): string {
    return `${this.#number}-${this.#world.number()}`
  }

  async #ask(
    path: string,
    wanted: ReadonlyArray<number>,
    asking: Asking = {},
    at?: Member,
  ): Promise<Answer | undefined> {
    const member = at ?? this.#random.pick(this.#members)
    const answer = await this.#world.asker.ask(member.activityUrl + path, wanted, {
      key: planted.adminKey,
      ...asking,
    })
    if ((asking.method ?? "GET") !== "GET") member.wrote(answer !== undefined)
    return answer
  }

  #take<A>(list: Array<A>): A | undefined {
    return list.length === 0 ? undefined : list.splice(this.#random.below(list.length), 1)[0]
  }

  /** Does the next random operation. */
  async step(): Promise<void> {
    const again = this.#random.once(3) ? this.#take(this.#again) : undefined
    if (again !== undefined) return again()
    const operation = this.#random.pick(this.#operations)
    return operation()
  }

  readonly #operations: ReadonlyArray<() => Promise<void>> = [
    ...Array.from({ length: 4 }, () => () => this.profiles.step()),
    async () => void (await this.addKey()),
    () => this.#revokeKey(),
    () => this.#useKey(),
    () => this.#useKey(),
    () => this.#hide(this.#name()),
    () => this.#show(),
    () => this.#addSource(this.#name()),
    () => this.#addSource(this.#name()),
    () => this.#promote(),
    () => this.#importGame(),
    () => this.#watch(this.#world.number()),
    () => this.#watch(this.#world.number()),
    () => this.#sync(),
    () => this.#read(),
    () => this.#read(),
    // Discogs takes one call a second, so records are added one after the other.
    () => (this.#number === 0 && this.#random.once(4) ? this.#addRecord(this.#world.number()) : this.#read()),
  ]

  async addKey(at?: Member): Promise<boolean> {
    const name = `key ${this.#name()}`
    const { keys } = this.#world
    keys.asked(name, "present")
    const answer = await this.#ask(
      "/v1/admin/keys",
      [201],
      { method: "POST", body: { name, scope: "read", rate_limit: 1_000_000 } },
      at,
    )
    if (answer === undefined) return false
    keys.answered(name, "present")
    this.#world.figures.answered += 1
    this.#keys.push({ name, ...readMadeKey(answer) })
    return true
  }

  async #revokeKey(): Promise<void> {
    const key = this.#take(this.#keys)
    if (key !== undefined) await this.#revoke(key, [204])
  }

  async #revoke(key: Held & { readonly key: string }, wanted: ReadonlyArray<number>): Promise<void> {
    const { keys } = this.#world
    keys.asked(key.name, "absent")
    const answer = await this.#ask(`/v1/admin/keys/${key.id}`, wanted, { method: "DELETE" })
    if (answer === undefined) return void this.#again.push(() => this.#revoke(key, [204, 404]))
    keys.answered(key.name, "absent")
    this.#world.figures.answered += 1
    for (const member of this.#members)
      await this.#ask("/v1/attending/stats", refusals, { key: key.key }, member)
    this.#revoked.push(key.key)
    if (this.#revoked.length > 50) this.#revoked.shift()
  }

  /** Every server accepts a key once its creation is acknowledged, and none once its revocation is. */
  async #useKey(): Promise<void> {
    const revoked = this.#random.once(2)
    const list = revoked ? this.#revoked : this.#keys.map(({ key }) => key)
    if (list.length === 0) return
    await this.#ask("/v1/attending/stats", revoked ? refusals : [200], { key: this.#random.pick(list) })
  }

  async #hide(name: string, repeated = false): Promise<void> {
    const { filters } = this.#world
    filters.asked(name, "present")
    const answer = await this.#ask("/v1/listening/admin/filters", repeated ? [200, 201] : [201], {
      method: "POST",
      body: { kind: "artist", match: "exact", value: name },
    })
    if (answer === undefined) return void this.#again.push(() => this.#hide(name, true))
    filters.answered(name, "present")
    this.#world.figures.answered += 1
    // An unanswered request may still arrive, and hide again the shown name.
    if (!repeated) this.#filters.push({ name, ...readRecord(answer) })
  }

  async #show(): Promise<void> {
    const filter = this.#take(this.#filters)
    if (filter !== undefined) await this.#remove(filter, [204])
  }

  async #remove(filter: Held, wanted: ReadonlyArray<number>): Promise<void> {
    const { filters } = this.#world
    filters.asked(filter.name, "absent")
    const answer = await this.#ask(`/v1/listening/admin/filters/${filter.id}`, wanted, { method: "DELETE" })
    if (answer === undefined) return void this.#again.push(() => this.#remove(filter, [204, 404]))
    filters.answered(filter.name, "absent")
    this.#world.figures.answered += 1
  }

  async #addSource(name: string, repeated = false): Promise<void> {
    const { sources } = this.#world
    sources.asked(name, "pending")
    const number = Number(name.split("-")[1])
    const answer = await this.#ask("/v1/admin/attending/sources", repeated ? [200, 201] : [201], {
      method: "POST",
      body: {
        source_type: "manual",
        source_ref: name,
        raw_data: { title: `Evening ${name}`, event_date: dayOf(number), location: "" },
      },
    })
    if (answer === undefined) return void this.#again.push(() => this.#addSource(name, true))
    sources.answered(name, "pending")
    this.#world.figures.answered += 1
    this.#pending.push({ name, ...readRecord(answer) })
  }

  async #promote(): Promise<void> {
    const row = this.#take(this.#pending)
    if (row !== undefined) await this.#promoteRow(row)
  }

  async #promoteRow(row: Held): Promise<void> {
    const { sources } = this.#world
    sources.asked(row.name, "promoted")
    const answer = await this.#ask(`/v1/admin/attending/sources/${row.id}/promote`, [200], {
      method: "POST",
      body: {},
    })
    if (answer === undefined) return void this.#again.push(() => this.#promoteRow(row))
    readPromoted(answer)
    sources.answered(row.name, "promoted")
    this.#world.figures.answered += 1
  }

  /** Imports the same game each time: it must be stored once. */
  async #importGame(): Promise<void> {
    const { games } = this.#world
    games.asked("the game", "present")
    const answer = await this.#ask("/v1/admin/sync/attending/manual-import", [200], {
      method: "POST",
      body: { events: [{ event_date: "2021-10-27", event_type: "mlb_game", team_id: 907 }] },
    })
    if (answer === undefined) return
    if (readImported(answer).loaded !== 1) throw new Broken(`an import answers ${answer.text}`)
    games.answered("the game", "present")
    this.#world.figures.answered += 1
  }

  async #watch(episode: number): Promise<void> {
    const show = `Show ${episode % 20}`
    const name = String(episode)
    const episodes = this.#world.episodesOf(show)
    episodes.asked(name, "present")
    const answer = await this.#ask(`/v1/webhooks/media-server?secret=${planted.webhookSecret}`, [200], {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: {
        NotificationType: "PlaybackStop",
        ItemType: "Episode",
        SeriesName: show,
        Name: `Episode ${name}`,
        Year: 2019,
        SeasonNumber: 1 + Math.floor(episode / 500),
        EpisodeNumber: 1 + (episode % 500),
        PlayedToCompletion: true,
        NotificationUsername: "someone",
        UtcTimestamp: new Date(Date.UTC(2024, 0, 1, 0, episode)).toISOString(),
      },
    })
    // A media server repeats unacknowledged deliveries, and sometimes acknowledged ones.
    if (answer === undefined || this.#random.once(10)) this.#again.push(() => this.#watch(episode))
    if (answer === undefined) return
    readDelivery(answer)
    episodes.answered(name, "present")
    this.#world.figures.answered += 1
  }

  async #addRecord(release: number): Promise<void> {
    const { records } = this.#world
    const name = String(release)
    records.asked(name, "present")
    const answer = await this.#ask("/v1/admin/collecting/vinyl", [200], {
      method: "POST",
      body: { collection_release_id: release },
    })
    if (answer === undefined || this.#random.once(5)) this.#again.push(() => this.#addRecord(release))
    if (answer === undefined) return
    const { collection } = readVinyl(answer)
    const copies = this.#world.discogs.copies.filter((copy) => copy.release === release)
    if (copies.length !== 1 || copies[0]?.instance !== collection.instance_id) {
      throw new Broken(
        `record ${release} was answered as copy ${collection.instance_id}: ${JSON.stringify(copies)}`,
      )
    }
    records.answered(name, "present")
    this.#world.figures.answered += 1
  }

  async #sync(): Promise<void> {
    for (let plays = this.#random.below(5); plays > 0; plays--) this.#world.play()
    const answer = await this.#ask("/v1/admin/sync/listening", [200], { method: "POST" })
    if (answer === undefined) return
    readSynced(answer)
    this.#world.figures.answered += 1
  }

  async #read(): Promise<void> {
    const path = this.#random.pick([
      "/v1/admin/keys?limit=5",
      "/v1/listening/top/albums?period=overall&limit=100",
      "/v1/listening/now-playing",
      "/v1/watching/watched-shows",
      "/v1/attending/stats",
      "/v1/admin/attending/sources?limit=20",
      "/v1/admin/sync",
      "/v1/places/recent",
      "/v1/reading/archive",
    ])
    await this.#ask(path, [200])
  }
}
