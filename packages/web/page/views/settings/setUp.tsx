import "./setUp.css"
import type { ComponentChildren } from "preact"
import { messages } from "../../messages.ts"
import { Title } from "../../parts/title.tsx"
import type { Address } from "../../router.tsx"
import { DropFiles } from "./files/dropFiles.tsx"
import { ImportList } from "./files/importList.tsx"
import { Found } from "./found.tsx"
import { ForAdmins } from "./page.tsx"
import { Preview } from "./preview.tsx"
import { LinkedNotice, LinkableList } from "./sources/sourceList.tsx"
import { Segments, StoredSettings, useStore } from "./stored.tsx"
import { TimeSettings } from "./time.tsx"
import { browserZone } from "./zones.ts"

const { preferences, setUp } = messages

type StepName = keyof typeof setUp.steps

const names = Object.keys(setUp.steps) as ReadonlyArray<StepName>

/** The address of a step. The first one has the plain address. */
const pathOf = (name: StepName) => (name === "files" ? "settings/setup" : `settings/setup?step=${name}`)

/** The steps, with the shown one, and the way out. */
const Steps = ({ current }: { readonly current: StepName }) => (
  <nav class="steps" aria-label={setUp.nav}>
    <ol>
      {names.map((name, at) => (
        <li key={name}>
          <a href={pathOf(name)} {...(name === current ? { "aria-current": "step" as const } : {})}>
            <b aria-hidden="true">{at + 1}</b>
            <span>{setUp.steps[name]}</span>
          </a>
        </li>
      ))}
    </ol>
    <a class="plain" href="./">
      {setUp.later}
    </a>
  </nav>
)

const Step = ({
  children,
  lead,
  next,
  title,
  to,
}: {
  readonly title: string
  readonly lead: string
  readonly next: string
  readonly to: string
  readonly children: ComponentChildren
}) => (
  <>
    <Title title={title} lead={lead} />
    {children}
    <p class="actions">
      <a class="button button-main" href={to}>
        {next}
      </a>
    </p>
  </>
)

const Files = () => (
  <Step title={setUp.filesTitle} lead={setUp.filesLead} next={setUp.toAccounts} to={pathOf("accounts")}>
    <div class="halves">
      <DropFiles />
      <div>
        <ImportList title={setUp.found} every={1_000} />
        <Found />
      </div>
    </div>
  </Step>
)

const Accounts = () => (
  <Step title={setUp.accountsTitle} lead={setUp.accountsLead} next={setUp.toTime} to={pathOf("time")}>
    <LinkableList />
  </Step>
)

/** Offers the zone of this browser, if days are counted in another one. */
const ZoneHere = ({ one }: { readonly one: Parameters<typeof useStore>[0] }) => {
  const here = browserZone()
  const { change, working } = useStore(one)
  if (here === "" || here === one.value || one.source === "environment") return undefined
  return (
    <p class="banner">
      {setUp.hereIs(here)}{" "}
      <button type="button" class="plain" disabled={working} onClick={() => void change(here)}>
        {setUp.useHere(here)}
      </button>
    </p>
  )
}

const Time = () => (
  <Step title={setUp.timeTitle} lead={setUp.timeLead} next={setUp.done} to="./">
    <StoredSettings>
      {(one) => {
        const [zone, units, week] = ["TIME_ZONE", "PAGE_UNITS", "WEEK_BEGINS_ON"].map(one)
        return (
          <div class="halves">
            <div>
              {zone && <ZoneHere one={zone} />}
              <TimeSettings />
              <div class="card setting-list">
                {units && <Segments label={preferences.distance} one={units} values={preferences.units} />}
                {week && <Segments label={preferences.week} one={week} values={preferences.weeks} />}
              </div>
            </div>
            <Preview />
          </div>
        )
      }}
    </StoredSettings>
  </Step>
)

const views = { files: Files, accounts: Accounts, time: Time }

/** The first steps: files, then accounts, then time and units. Each is also a page of settings. */
const SetUp = ({ query }: Address) => {
  // A service sends the owner back to the accounts.
  const asked = query.get("step") ?? (query.has("linked") ? "accounts" : "files")
  const current = names.find((name) => name === asked) ?? "files"
  const View = views[current]
  return (
    <div class="settings set-up">
      <Steps current={current} />
      <ForAdmins>
        <LinkedNotice query={query} />
        <View />
      </ForAdmins>
    </div>
  )
}

export default SetUp
