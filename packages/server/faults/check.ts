import { planted } from "../test/daybook.ts"
import { playsByAlbum } from "../test/standIns/lastfmStandIn.ts"
import { until } from "../test/until.ts"
import {
  readAlbums,
  readFilters,
  readKeys,
  readOutcome,
  readProfile,
  readRequests,
  readShows,
  readSources,
  readStats,
  readSynced,
} from "./fields.ts"
import type { Member } from "./fleet.ts"
import { profileAt, requestAt, requestsAt } from "./profileOperations.ts"
import { onceEach, type Register } from "./register.ts"
import type { Accepted } from "./setOnceModel.ts"
import { type Answer, Broken } from "./request.ts"
import type { Presence, World } from "./world.ts"

type ReadPage = (answer: Answer) => {
  readonly names: ReadonlyArray<string>
  readonly pagination: { readonly total_pages: number }
}

/** Seconds within which every accepted request is applied once nothing is broken. */
const applySeconds = 30

type Notify = (path: string) => Promise<Answer>

/** Compares the data of one server with the responses of all, while nothing is broken and no one writes. */
export class Check {
  readonly #world: World
  readonly #member: Member

  constructor(world: World, member: Member) {
    this.#world = world
    this.#member = member
  }

  async all(touched: Iterable<string>): Promise<void> {
    await this.#plays()
    await this.#listed(this.#world.keys, "/v1/admin/keys", (answer) => {
      const { data, pagination } = readKeys(answer)
      // Keys from settings are not among those that the clients made.
      return { names: data.map(({ name }) => name).filter((name) => name.startsWith("key ")), pagination }
    })
    await this.#listed(this.#world.filters, "/v1/listening/admin/filters", (answer) => {
      const { data, pagination } = readFilters(answer)
      return { names: data.map(({ value }) => value), pagination }
    })
    await this.#events()
    await this.#episodes()
    this.#records()
    await this.#profiles(touched)
    this.#world.figures.checks += 1
  }

  async #ask(path: string, method = "GET"): Promise<Answer> {
    const answer = await this.#world.asker.ask(this.#member.activityUrl + path, [200], {
      method,
      key: planted.adminKey,
    })
    if (answer === undefined) throw new Broken(`${path} has no answer although nothing is broken`)
    return answer
  }

  async #pages(kind: string, path: string, read: ReadPage): Promise<ReadonlySet<string>> {
    const names: Array<string> = []
    for (let page = 1, pages = 1; page <= pages; page++) {
      const found = read(await this.#ask(`${path}?limit=100&page=${page}`))
      pages = found.pagination.total_pages
      names.push(...found.names)
    }
    return onceEach(kind, names)
  }

  async #listed(register: Register<Presence>, path: string, read: ReadPage): Promise<void> {
    const names = await this.#pages(register.kind, path, read)
    register.check(new Map([...names].map((name) => [name, "present"])))
  }

  /** After a sync every play of the service is there once. */
  async #plays(): Promise<void> {
    await until(
      "a sync has nothing left",
      async () => readSynced(await this.#ask("/v1/admin/sync/listening", "POST")).remaining === 0,
    )
    const found: Record<string, number> = {}
    await this.#pages("album", "/v1/listening/top/albums", (answer) => {
      const { data, pagination } = readAlbums(answer)
      for (const { detail, name, playcount } of data) found[`${detail} / ${name}`] = playcount
      return { names: data.map(({ detail, name }) => `${detail} / ${name}`), pagination }
    })
    const wanted = playsByAlbum(this.#world.lastfm.plays)
    for (const album of new Set([...Object.keys(wanted), ...Object.keys(found)])) {
      if (wanted[album] !== found[album]) {
        throw new Broken(`${album} was played ${wanted[album] ?? 0} times and has ${found[album] ?? 0} plays`)
      }
    }
  }

  async #events(): Promise<void> {
    const { games, sources } = this.#world
    const pending = await this.#pages("source row", "/v1/admin/attending/sources", (answer) => {
      const { data, pagination } = readSources(answer)
      return { names: data.map(({ source_ref }) => source_ref), pagination }
    })
    for (const name of pending) {
      if (!sources.possible(name).has("pending"))
        throw new Broken(`source row ${name} is pending, and was promoted`)
    }
    for (const name of sources.names) {
      const possible = sources.possible(name)
      if (!pending.has(name) && !possible.has("absent") && !possible.has("promoted")) {
        throw new Broken(`source row ${name} was answered, and is not there`)
      }
    }
    const { total_events } = readStats(await this.#ask("/v1/attending/stats"))
    const promoted = sources.bounds("promoted")
    const imported = games.bounds("present")
    const [least, most] = [promoted.least + imported.least, promoted.most + imported.most]
    if (total_events < least || total_events > most) {
      throw new Broken(`there are ${total_events} events, and must be ${least} to ${most}`)
    }
  }

  async #episodes(): Promise<void> {
    const { data } = readShows(await this.#ask("/v1/watching/watched-shows?limit=1000"))
    onceEach(
      "show",
      data.map(({ title }) => title),
    )
    for (const { title } of data) {
      if (!this.#world.shows.has(title)) throw new Broken(`${title} is there, and nobody watched it`)
    }
    for (const [show, episodes] of this.#world.shows) {
      const { least, most } = episodes.bounds("present")
      const count = data.find(({ title }) => title === show)?.episodes_watched ?? 0
      if (count < least || count > most) {
        throw new Broken(`${count} episodes of ${show} are there, and must be ${least} to ${most}`)
      }
    }
  }

  /** Nothing is added to the collection twice. */
  #records(): void {
    const { discogs, records } = this.#world
    const names = onceEach(
      "record",
      discogs.copies.map(({ release }) => String(release)),
    )
    records.check(new Map([...names].map((name) => [name, "present"])))
  }

  /**
   * Each accepted request is listed once, and those of a profile in the order in which their sender got the responses.
   */
  async #order(accepted: ReadonlyArray<Accepted>, notify: Notify): Promise<void> {
    const listed: Array<string> = []
    for (let cursor: string | null = this.#world.listedUntil; cursor !== null;) {
      const after = cursor === "" ? "" : `&after=${cursor}`
      const { data, next_cursor } = readRequests(await notify(`${requestsAt}?limit=1000${after}`))
      listed.push(...data.map(({ request_id }) => request_id))
      if (next_cursor !== null) this.#world.listedUntil = next_cursor
      cursor = next_cursor
    }
    onceEach("request", listed)
    const places = new Map(listed.map((id, place) => [id, place]))
    for (const [profile, requests] of Map.groupBy(accepted, (request) => request.profile)) {
      let last = -1
      for (const { id, isRepeated } of requests) {
        const place = places.get(id)
        if (place === undefined) throw new Broken(`request ${id} was accepted, and is not listed`)
        if (isRepeated) continue
        if (place < last)
          throw new Broken(`request ${id} of profile ${profile} is listed before one that came first`)
        last = place
      }
    }
  }

  async #profiles(touched: Iterable<string>): Promise<void> {
    const { setOnce } = this.#world
    const notify: Notify = async (path: string) => {
      const answer = await this.#world.asker.ask(this.#member.notifyUrl + path, [200, 404], {
        key: planted.notifyKey,
      })
      if (answer === undefined) throw new Broken(`${path} has no answer although nothing is broken`)
      return answer
    }
    const applied = new Map<string, ReadonlyArray<string>>()
    const accepted = setOnce.takeAccepted()
    const waiting = new Set(accepted)
    await until(
      "all that was accepted is applied",
      async () => {
        for (const request of waiting) {
          const answer = await notify(requestAt(request.id))
          if (answer.status === 404) throw new Broken(`request ${request.id} was accepted, and is not known`)
          const outcome = readOutcome(answer)
          if (outcome.status === "failed")
            throw new Broken(`request ${request.id} was accepted, and has failed`)
          if (outcome.status !== "processed") return false
          applied.set(request.id, outcome.applied)
          waiting.delete(request)
        }
        return true
      },
      applySeconds,
    ).catch((cause: unknown) => {
      if (cause instanceof Broken) throw cause
      throw new Broken(`${waiting.size} accepted requests are not applied after ${applySeconds} s`)
    })
    await this.#order(accepted, notify)
    for (const profile of touched) {
      const answer = await notify(profileAt(profile))
      const properties = answer.status === 404 ? {} : readProfile(answer).properties
      setOnce.check(profile, properties)
      for (const request of accepted.filter((one) => one.profile === profile)) {
        setOnce.checkOutcome(request, applied.get(request.id) ?? [], properties)
      }
    }
  }
}
