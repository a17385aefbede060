import { type ServiceState, ServiceStates } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** How calls of services went, in memory. */
export const layer = Layer.sync(ServiceStates, () => {
  const states = new Map<string, ServiceState>()
  const note = (service: string, more: (now: number) => Partial<ServiceState>) =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      const known = states.get(service)
      states.set(service, {
        service,
        succeededAt: undefined,
        failedAt: undefined,
        trouble: "",
        ...known,
        ...more(now),
      })
    })
  return {
    succeeded: (service: string) => note(service, (succeededAt) => ({ succeededAt })),
    failed: (service: string, trouble: string) => note(service, (failedAt) => ({ failedAt, trouble })),
    list: Effect.sync(() => [...states.values()].toSorted((a, b) => (a.service < b.service ? -1 : 1))),
  }
})
