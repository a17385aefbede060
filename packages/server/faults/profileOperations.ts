import { planted } from "../test/daybook.ts"
import { readAccepted, readProfile } from "./fields.ts"
import { type Member, workspace } from "./fleet.ts"
import type { Random } from "./random.ts"
import { Broken } from "./request.ts"
import type { World } from "./world.ts"

interface Sending {
  readonly profile: string
  readonly properties: Readonly<Record<string, string>>
  /** With an idempotency key it is sent until accepted, and counts as one request. */
  readonly key: string | undefined
}

export const profileAt = (profile: string) => `/v1/${workspace}/live/profiles/${profile}`
export const requestsAt = `/v1/${workspace}/live/requests`
export const requestAt = (id: string) => `${requestsAt}/${id}`

/** A client of the profile API, with profiles that no one else uses. */
export class Profiles {
  readonly #touched = new Set<string>()
  readonly #world: World
  readonly #number: number
  readonly #random: Random
  readonly #members: ReadonlyArray<Member>
  #unanswered: Array<Sending> = []
  #accepted: Array<Sending & { readonly id: string }> = []

  constructor(world: World, number: number, random: Random, members: ReadonlyArray<Member>) {
    this.#world = world
    this.#number = number
    this.#random = random
    this.#members = members
  }

  /** The profiles with requests since the last call. */
  takeTouched(): ReadonlyArray<string> {
    const touched = [...this.#touched]
    this.#touched.clear()
    return touched
  }

  /** Sets a property of these profiles at once, and of each until that is acknowledged. */
  async setAll(profiles: ReadonlyArray<string>): Promise<void> {
    const value = `v${this.#world.number()}`
    await Promise.all(
      profiles.map(async (profile) => {
        while (!(await this.#send({ profile, properties: { plan: value }, key: undefined }))) continue
      }),
    )
  }

  /** Names new profiles, of which nothing is stored. */
  newProfiles(): ReadonlyArray<string> {
    const number = this.#world.number()
    return Array.from({ length: 10 }, (_, index) => `new-${this.#number}-${number}-${index}`)
  }

  async step(): Promise<void> {
    const again = this.#random.once(2) ? this.#unanswered.pop() : undefined
    if (again !== undefined) return void (await this.#send(again, { isRepeated: true }))
    const choice = this.#random.below(12)
    if (choice <= 2) return this.#repeat()
    if (choice === 3) return this.#erase()
    if (choice === 4) return this.#look()
    await this.#send(this.#next())
  }

  /** Profiles that may be erased are stored apart from the others. */
  #profile(erasable: boolean): string {
    return erasable
      ? `fleeting-${this.#number}-${this.#random.below(5)}`
      : `lasting-${this.#number}-${this.#random.below(40)}`
  }

  #next(): Sending {
    const erasable = this.#random.once(5)
    const profile = this.#profile(erasable)
    const number = this.#world.number()
    const count = 1 + this.#random.below(3)
    const names = Array.from(
      { length: count },
      () => `p${this.#random.below(2) * number + this.#random.below(4)}`,
    )
    return {
      profile,
      properties: Object.fromEntries(names.map((name) => [name, `v${number}`])),
      // A profile that may be erased gets requests without an idempotency key: a repeat would make it again.
      key: erasable || this.#random.once(2) ? undefined : `key ${number}`,
    }
  }

  /** Sends something new to one server. */
  sendNew(at: Member): Promise<boolean> {
    return this.#send(this.#next(), { at })
  }

  async #send(
    sending: Sending,
    { at, isRepeated = false }: { readonly at?: Member; readonly isRepeated?: boolean } = {},
  ): Promise<boolean> {
    const { key, profile, properties } = sending
    if (this.#world.setOnce.isErasing(profile)) return true
    this.#touched.add(profile)
    this.#world.setOnce.sent(profile, properties)
    const id = await this.#post(sending, at)
    if (id === undefined) {
      if (key !== undefined) this.#unanswered.push(sending)
      return false
    }
    this.#world.setOnce.answered({ id, profile, properties, isRepeated })
    this.#world.figures.answered += 1
    if (key !== undefined) this.#accepted.push({ ...sending, id })
    if (this.#accepted.length > 50) this.#accepted.shift()
    return true
  }

  async #post({ key, profile, properties }: Sending, at?: Member): Promise<string | undefined> {
    const member = at ?? this.#random.pick(this.#members)
    const path = `/v1/${workspace}/live/profiles/properties/set-once`
    const answer = await this.#world.asker.ask(member.notifyUrl + path, [202], {
      method: "POST",
      key: planted.notifyKey,
      ...(key !== undefined && { headers: { "idempotency-key": key } }),
      body: { distinct_id: profile, $once: properties },
    })
    member.wrote(answer !== undefined)
    return answer === undefined ? undefined : readAccepted(answer).request_id
  }

  /** Repeats a key and body: it must be the same request. */
  async #repeat(): Promise<void> {
    if (this.#accepted.length === 0) return
    const sending = this.#random.pick(this.#accepted)
    const id = await this.#post(sending)
    if (id !== undefined && id !== sending.id) {
      throw new Broken(`${sending.key} was accepted as request ${sending.id}, and again as ${id}`)
    }
  }

  async #erase(): Promise<void> {
    const profile = this.#profile(true)
    // It is left alone from then on, since the erasure may still arrive.
    if (this.#world.setOnce.isErasing(profile)) return
    this.#touched.add(profile)
    this.#world.setOnce.erasing(profile)
    const member = this.#random.pick(this.#members)
    const answer = await this.#world.asker.ask(member.notifyUrl + profileAt(profile), [204], {
      method: "DELETE",
      key: planted.notifyKey,
    })
    member.wrote(answer !== undefined)
    if (answer === undefined) return
    this.#world.setOnce.erased(profile)
    this.#world.figures.answered += 1
  }

  /** The current profile. An accepted request may not be applied yet. */
  async #look(): Promise<void> {
    const member = this.#random.pick(this.#members)
    const profile = this.#profile(this.#random.once(2))
    const answer = await this.#world.asker.ask(member.notifyUrl + profileAt(profile), [200, 404], {
      key: planted.notifyKey,
    })
    if (answer?.status === 200) readProfile(answer)
  }
}
