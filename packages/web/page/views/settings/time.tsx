import { standing } from "../../data/session.ts"
import { useSignal } from "../../data/signal.ts"
import { messages } from "../../messages.ts"
import { SettingsPage } from "./page.tsx"
import { Segments, Select, StoredSettings } from "./stored.tsx"
import { zoneChoices } from "./zones.ts"

const { preferences: texts } = messages

/** When a day begins, as most people count: at midnight, or when the last night ends. */
export const beginnings = (now: string) => ({
  "00:00": texts.midnight,
  ...Object.fromEntries(["03:00", "04:00", "05:00", "06:00"].map((time) => [time, time])),
  ...(now in { "01:00": 0, "02:00": 0 } ? { [now]: now } : {}),
})

/** The owner's zone, and when their days begin. */
export const TimeSettings = () => {
  const now = useSignal(standing)
  return (
    <StoredSettings>
      {(one) => {
        const [zone, begins] = [one("TIME_ZONE"), one("DAY_BEGINS_AT")]
        if (zone === undefined || begins === undefined || now.state !== "in") return undefined
        return (
          <div class="card setting-list">
            <Select label={texts.zone} one={zone} values={zoneChoices(zone.value)} />
            <Segments label={texts.dayBegins} one={begins} values={beginnings(begins.value)} />
            <p class="quiet small">
              {texts.dayHint} {texts.counted}
            </p>
          </div>
        )
      }}
    </StoredSettings>
  )
}

const Time = () => (
  <SettingsPage name="time">
    <TimeSettings />
  </SettingsPage>
)

export default Time
