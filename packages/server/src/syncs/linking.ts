import { LinkSettings, type ServedService, ServedServices } from "@daybook/http"
import { Setting } from "@daybook/kernel"
import { Linking, Sealing } from "@daybook/sources"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as SealingKey from "./sealingKey.ts"
import type { ServedDomain } from "../serving/servedDomain.ts"
import { serviceGroups, type Settings } from "../settings.ts"

/** Milliseconds for which a ticket lets a browser begin a link. */
const ticketMillis = 10 * 60_000

const purposeOf = (service: string) => `ticket to link ${service}`

/** A ticket with which a browser without a key may begin to link an account, for ten minutes. */
export const makeTicket = Effect.fnUntraced(function* (service: string) {
  const sealing = yield* Sealing
  const until = (yield* Clock.currentTimeMillis) + ticketMillis
  return yield* sealing.seal(purposeOf(service), Redacted.make(String(until)))
})

/** The services whose accounts can be linked in these domains. */
const linksOf = (domains: ReadonlyArray<ServedDomain>, settings: Settings) =>
  domains.flatMap(({ links }) => links?.(settings.services) ?? [])

/** True if an application is configured in whose name an account can be linked. */
const canLink = (domains: ReadonlyArray<ServedDomain>, { services }: Settings): boolean =>
  Object.entries(serviceGroups(domains)).some(([name, group]) => {
    const values = services[name]
    return "authorizeUrl" in group.table && values !== undefined && Setting.isLinkable(group, values)
  })

/** The key that seals linked accounts and tickets. */
export const layerSealing = (domains: ReadonlyArray<ServedDomain>, settings: Settings) =>
  SealingKey.layer(settings, canLink(domains, settings))

/** True if these settings give access to an account without a link, or the service has no accounts. */
const isComplete = ({ table }: Setting.Group, values: Readonly<Record<string, unknown>>): boolean => {
  const settings = Object.entries(table)
  const onlyLinked = "authorizeUrl" in table && settings.every(([, { needed }]) => needed !== "unless linked")
  return (
    !onlyLinked &&
    settings.every(
      ([key, { needed }]) => needed === undefined || needed === "to link" || values[key] !== undefined,
    )
  )
}

/** The services of these domains, as `GET /v1/admin/sources` lists them. */
const servedServices = (domains: ReadonlyArray<ServedDomain>, { services }: Settings) =>
  Object.entries(serviceGroups(domains))
    .map(([name, group]): ServedService => {
      const values: Readonly<Record<string, unknown>> = services[name] ?? {}
      return {
        name,
        title: group.title,
        domains: domains.flatMap(({ domain, services: own }) => (name in own ? [domain.name] : [])),
        describes: group.describes === true,
        settings: Setting.inWords(Setting.needed(group)),
        isConfigured: services[name] !== undefined,
        isComplete: isComplete(group, values),
      }
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))

/** Linked accounts, the services that can be linked, and the state of all services. */
export const layer = (domains: ReadonlyArray<ServedDomain>, settings: Settings) =>
  Layer.mergeAll(
    Linking.services(linksOf(domains, settings)),
    Layer.succeed(ServedServices, servedServices(domains, settings)),
    Layer.effect(
      LinkSettings,
      Effect.map(Sealing, (sealing) => ({
        isTicket: (service: string, ticket: string) =>
          Effect.gen(function* () {
            const until = yield* sealing.open(purposeOf(service), ticket)
            const now = yield* Clock.currentTimeMillis
            return Option.isSome(until) && now < Number(Redacted.value(until.value))
          }),
      })),
    ),
  ).pipe(Layer.provideMerge(Linking.accounts), Layer.provide(layerSealing(domains, settings)))
