import {
  fits,
  type OfferedRequest,
  type Place,
  type PropertyType,
  type PropertyValue,
  type RequestId,
} from "@daybook/profiles"

/** Set-once as it is told: one request after the other, each at once. What stores are held against. */
export class SetOnceModel {
  readonly #types = new Map<string, PropertyType>()
  readonly #profiles = new Map<string, Map<string, PropertyValue>>()
  readonly applied = new Map<RequestId, ReadonlyArray<string>>()

  #key({ workspace, version }: Place, name: string) {
    return JSON.stringify([workspace, version, name])
  }

  set(request: OfferedRequest): void {
    const key = this.#key(request, request.distinctId)
    const profile = this.#profiles.get(key) ?? new Map<string, PropertyValue>()
    this.#profiles.set(key, profile)
    const applied: Array<string> = []
    for (const { name, type, value } of request.offers) {
      const property = this.#key(request, name)
      if (!this.#types.has(property)) this.#types.set(property, type)
      if (!fits(type, this.#types.get(property) ?? type) || profile.has(name)) continue
      profile.set(name, value)
      applied.push(name)
    }
    this.applied.set(request.requestId, applied.toSorted())
  }

  /** Settles types as `set` does, and leaves nothing else: what was accepted for a profile before it was erased. */
  setErased(request: OfferedRequest): void {
    for (const { name, type } of request.offers) {
      const property = this.#key(request, name)
      if (!this.#types.has(property)) this.#types.set(property, type)
    }
  }

  profile(place: Place, distinctId: string): Readonly<Record<string, PropertyValue>> | undefined {
    const profile = this.#profiles.get(this.#key(place, distinctId))
    return profile && Object.fromEntries(profile)
  }
}
