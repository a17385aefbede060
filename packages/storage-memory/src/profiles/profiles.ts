import { bytesOf, type Properties } from "@daybook/profiles"
import type { EpochMillis } from "@daybook/kernel"

export interface StoredProfile {
  readonly place: string
  readonly distinctId: string
  readonly properties: Properties
  readonly createdAt: EpochMillis
  updatedAt: EpochMillis
}

/** The number of profiles of a place, and the bytes of their properties. */
interface Totals {
  readonly profiles: number
  readonly bytes: number
}

/** Profiles by their keys, with totals that are kept as they are written. */
export class StoredProfiles {
  readonly #profiles = new Map<string, { readonly profile: StoredProfile; readonly bytes: number }>()
  readonly #totals = new Map<string, Totals>()

  #add(place: string, profiles: number, bytes: number): void {
    const before = this.totals(place)
    this.#totals.set(place, { profiles: before.profiles + profiles, bytes: before.bytes + bytes })
  }

  get(key: string): StoredProfile | undefined {
    return this.#profiles.get(key)?.profile
  }

  has(key: string): boolean {
    return this.#profiles.has(key)
  }

  /** Stores a profile; also one that is there and has changed. */
  set(key: string, profile: StoredProfile): void {
    const before = this.#profiles.get(key)
    const bytes = bytesOf(profile.properties)
    this.#profiles.set(key, { profile, bytes })
    this.#add(profile.place, before === undefined ? 1 : 0, bytes - (before?.bytes ?? 0))
  }

  delete(key: string): boolean {
    const known = this.#profiles.get(key)
    if (known === undefined) return false
    this.#profiles.delete(key)
    this.#add(known.profile.place, -1, -known.bytes)
    return true
  }

  values(): IteratorObject<StoredProfile> {
    return this.#profiles.values().map(({ profile }) => profile)
  }

  totals(place: string): Totals {
    return this.#totals.get(place) ?? { profiles: 0, bytes: 0 }
  }
}
