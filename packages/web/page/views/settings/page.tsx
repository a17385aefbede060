import "./settings.css"
import type { ComponentChildren } from "preact"
import { servedDomains } from "../../data/address.ts"
import { signOut, standing } from "../../data/session.ts"
import { useSignal } from "../../data/signal.ts"
import { messages } from "../../messages.ts"
import { Title } from "../../parts/title.tsx"
import { usePlace } from "../../router.tsx"
import { PageIcon } from "./icons.tsx"

const { frame, settings } = messages

export type SettingsName = keyof typeof settings.names

/** The seven pages that settings open with. */
export const plainNames = [
  "sources",
  "imports",
  "time",
  "appearance",
  "shares",
  "export",
  "advanced",
] as const satisfies ReadonlyArray<SettingsName>

type PlainName = (typeof plainNames)[number]

/** The other pages, by the one that they are reached from. */
const parts: Partial<Readonly<Record<PlainName, ReadonlyArray<SettingsName>>>> = {
  sources: ["waiting"],
  imports: ["add"],
  export: ["corrections"],
  advanced: ["keys", "assistants", "webhooks", "filters", "doubles", "upkeep", "session"],
}

const domainOf: Partial<Readonly<Record<SettingsName, string>>> = {
  filters: "listening",
  doubles: "listening",
  waiting: "attending",
}

/** The pages that are reached from a plain one; some are about one domain. */
export const partsOf = (name: PlainName): ReadonlyArray<SettingsName> =>
  (parts[name] ?? []).filter((part) => servedDomains.includes(domainOf[part] ?? servedDomains[0] ?? ""))

/** The plain page that a page is reached from; itself, if it is one. */
const plainOf = (name: SettingsName): PlainName =>
  plainNames.find((plain) => plain === name || (parts[plain] ?? []).includes(name)) ?? "advanced"

/** Pages, each with its subject. */
export const PageList = ({
  current,
  names,
}: {
  readonly names: ReadonlyArray<SettingsName>
  readonly current?: SettingsName
}) => (
  <ul class="settings-list">
    {names.map((name) => (
      <li key={name}>
        <a href={`settings/${name}`} {...(name === current ? { "aria-current": "true" as const } : {})}>
          <PageIcon name={name} />
          <span class="settings-text">
            <span class="entry-title">{settings.names[name]}</span>
            <span class="quiet small">{settings.leads[name]}</span>
          </span>
        </a>
      </li>
    ))}
  </ul>
)

/** The seven pages next to the shown one. On a phone there is one way back to them instead. */
const Nav = ({ name }: { readonly name: SettingsName }) => {
  const [path = ""] = usePlace().split("?")
  const plain = plainOf(name)
  const [back, said] =
    path === `/settings/${plain}`
      ? ["settings", frame.settings]
      : [`settings/${plain}`, settings.names[plain]]
  return (
    <nav aria-label={settings.nav}>
      <a class="settings-back" href={back}>
        ‹ {said}
      </a>
      <PageList names={plainNames} current={plain} />
    </nav>
  )
}

/** Shows what an admin key may see; for another key says which one is needed. */
export const ForAdmins = ({ children }: { readonly children: ComponentChildren }) => {
  const now = useSignal(standing)
  if (now.state !== "in") return undefined
  if (now.session.scope === "admin") return <>{children}</>
  return (
    <div class="empty">
      <p>{settings.needsAdmin(now.session.name)}</p>
      <p class="quiet">{settings.needsAdminHint}</p>
      <button type="button" class="button" onClick={() => void signOut()}>
        {frame.signOut}
      </button>
    </div>
  )
}

/** A page of settings: its name, what it is about, and the way to the others. */
export const SettingsPage = ({
  children,
  name,
  open = false,
}: {
  readonly name: SettingsName
  /** True where any key may see it. */
  readonly open?: boolean
  readonly children: ComponentChildren
}) => (
  <div class="settings settings-page">
    <Nav name={name} />
    <div>
      <Title title={settings.names[name]} lead={settings.leads[name]} />
      {open ? children : <ForAdmins>{children}</ForAdmins>}
      {name === plainOf(name) && name !== "advanced" && partsOf(name as PlainName).length > 0 ? (
        <section>
          <PageList names={partsOf(name as PlainName)} />
        </section>
      ) : undefined}
    </div>
  </div>
)
