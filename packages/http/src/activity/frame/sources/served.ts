import * as Context from "effect/Context"

/** A third-party service that a host may ask. */
export interface ServedService {
  /** Its name, such as `lastfm`. */
  readonly name: string
  /** Its name for people, such as `Last.fm`. */
  readonly title: string
  /** The domains that it feeds or describes. */
  readonly domains: ReadonlyArray<string>
  /** True where it only describes what others bring: it is asked by the way, and by no sync. */
  readonly describes: boolean
  /** The settings that it needs, in words; "" where it needs none. */
  readonly settings: string
  /** True where its settings are there. */
  readonly isConfigured: boolean
  /** True where its settings alone give access to an account, or it has no accounts. */
  readonly isComplete: boolean
}

/** The services of a host, by name; none where it does not say. */
export const ServedServices = Context.Reference<ReadonlyArray<ServedService>>("daybook/http/ServedServices", {
  defaultValue: () => [],
})
