import { type Link, type LinkableService, LinkableServices } from "@daybook/access"
import { pageIn, type ServiceState, ServiceStates } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { handlersOf, paged } from "../../forRoutes.ts"
import { SourceRows, SourcesGroup } from "./group.ts"
import { type ServedService, ServedServices } from "./served.ts"

/** The account of a service, or the reason why it cannot be read. */
type Account = { readonly link: Link | undefined; readonly trouble: string }

const noAccount: Account = { link: undefined, trouble: "" }

const accountOf = (service: LinkableService | undefined): Effect.Effect<Account> =>
  service === undefined
    ? Effect.succeed(noAccount)
    : Effect.match(service.link, {
        onFailure: ({ message }) => ({ link: undefined, trouble: message }),
        onSuccess: (link) => ({ link: Option.getOrUndefined(link), trouble: "" }),
      })

/** The next step for the owner; "" if there is none. */
const toDoFor = (
  { isComplete, isConfigured, settings, title }: ServedService,
  linkable: LinkableService | undefined,
  { link, trouble }: Account,
  state: ServiceState | undefined,
): string => {
  if (trouble !== "") return trouble
  // A service may need no setting at all, and only be switched off.
  const setting = settings === "" ? "" : `To use ${title}, set ${settings}`
  if (link === undefined && !isComplete) {
    if (linkable?.flow !== undefined) return `Open /link/${linkable.name} in a browser to link your account`
    if (linkable !== undefined && settings !== linkable.settings)
      return `${setting}, or ${linkable.settings} and link your account`
    return linkable === undefined ? setting : `${setting} and link your account`
  }
  // A service without settings helps another one, and is called when that one is.
  if (link === undefined && !isConfigured) return setting
  const isInTrouble = state?.failedAt !== undefined && state.failedAt > (state.succeededAt ?? 0)
  return isInTrouble ? state.trouble : ""
}

export const layer = handlersOf(SourcesGroup, function* (handlers) {
  const served = yield* ServedServices
  const { services } = yield* LinkableServices
  const states = yield* ServiceStates

  const rows = Effect.gen(function* () {
    const stateOf = new Map((yield* states.list).map((state) => [state.service, state]))
    return yield* Effect.forEach(served, (service) => {
      const linkable = services.find(({ name }) => name === service.name)
      const state = stateOf.get(service.name)
      return Effect.map(accountOf(linkable), (account) => {
        const { link } = account
        return {
          id: service.name,
          title: service.title,
          domains: service.domains,
          describes: service.describes,
          setBy:
            link !== undefined
              ? ("link" as const)
              : service.isConfigured && service.isComplete
                ? ("settings" as const)
                : ("" as const),
          linkedAs: link?.account ?? "",
          linkedAt: link?.linkedAt,
          until: link?.until,
          scopes: link?.scopes ?? [],
          link: linkable?.flow === undefined ? "" : `/link/${linkable.name}`,
          lastSuccessAt: state?.succeededAt,
          lastTroubleAt: state?.failedAt,
          lastTrouble: state?.trouble ?? "",
          toDo: toDoFor(service, linkable, account, state),
        }
      })
    })
  })

  return handlers.handleAll({
    list: ({ query }) =>
      Effect.map(
        paged(query, (page) => Effect.map(rows, (all) => pageIn(all, page))),
        SourceRows.of,
      ),
  })
})
