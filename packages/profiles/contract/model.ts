import {
  fits,
  type OfferedRequest,
  type Place,
  type PropertyType,
  type PropertyValue,
  type RequestId,
} from "@daybook/profiles"

/**
 * The model that stores are compared with: set-once in its plainest form, one request after the other, each at once.
 */
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

  /** Fixes types as `set` does, and changes nothing else: for a request accepted before its profile was erased. */
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
