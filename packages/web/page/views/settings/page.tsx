import "./settings.css"
import type { ComponentChildren } from "preact"
import { servedDomains } from "../../data/address.ts"
import { signOut, standing } from "../../data/session.ts"
import { useSignal } from "../../data/signal.ts"
import { messages } from "../../messages.ts"
import { Title } from "../../parts/title.tsx"
import { usePlace } from "../../router.tsx"

const { frame, settings } = messages

export type SettingsName = keyof typeof settings.names

const domainOf: Partial<Readonly<Record<SettingsName, string>>> = {
  filters: "listening",
  doubles: "listening",
  waiting: "attending",
}

/** The pages of settings; some are about one domain. */
export const settingsNames = (Object.keys(settings.names) as ReadonlyArray<SettingsName>).filter((name) =>
  servedDomains.includes(domainOf[name] ?? servedDomains[0] ?? ""),
)

const Nav = () => {
  const [path = ""] = usePlace().split("?")
  return (
    <nav aria-label={settings.nav}>
      <ul class="choices">
        {settingsNames.map((name) => (
          <li key={name}>
            <a
              href={`settings/${name}`}
              {...(path === `/settings/${name}` || path.startsWith(`/settings/${name}/`)
                ? { "aria-current": "page" as const }
                : {})}
            >
              {settings.names[name]}
            </a>
          </li>
        ))}
      </ul>
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
  <div class="settings">
    <Title title={settings.names[name]} lead={settings.leads[name]} />
    <Nav />
    {open ? children : <ForAdmins>{children}</ForAdmins>}
  </div>
)
