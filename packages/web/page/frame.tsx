import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import { signOut, standing } from "./data/session.ts"
import { useSignal } from "./data/signal.ts"
import { domains } from "./items.ts"
import { messages } from "./messages.ts"
import { domainIcon, Icon, type IconName } from "./parts/icon.tsx"
import { useKeys } from "./parts/keys.ts"
import { Palette } from "./parts/palette.tsx"
import { Trouble } from "./parts/notices/states.tsx"
import { useLater } from "./parts/useLater.ts"
import { WaitingChanges } from "./parts/notices/waitingChanges.tsx"
import { usePlace } from "./router.tsx"

const { frame } = messages

const isCurrent = (path: string, to: string) =>
  to === "/" ? path === "/" : path === to || path.startsWith(`${to}/`)

interface NavLinkProps {
  readonly children: string
  readonly icon: IconName
  readonly hue?: string
  readonly to: string
  /** The views that it stands for, if they are more than its own. */
  readonly covers?: ReadonlyArray<string>
}

const NavLink = ({ children, covers, hue, icon, to }: NavLinkProps) => {
  const [path = ""] = usePlace().split("?")
  const isHere = (covers ?? [to]).some((one) => isCurrent(path, one))
  return (
    <li>
      <a
        href={to === "/" ? "./" : to.slice(1)}
        class={hue === undefined ? "" : `hue-${hue}`}
        {...(isHere ? { "aria-current": "page" as const } : {})}
      >
        <Icon name={icon} />
        {children}
      </a>
    </li>
  )
}

/** Three inks that overlap: the day's things, printed over one another. */
const Brand = () => (
  <a class="brand" href="./">
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <circle cx="12" cy="12" r="10" fill="#ff5a4a" />
      <circle cx="20" cy="13" r="10" fill="#2f80ed" />
      <circle cx="15.5" cy="21" r="10" fill="#ffc22e" />
    </svg>
    {messages.name}
  </a>
)

/** What is open over the view, and what opens it; the keys of the page do too. */
const useOverlays = () => {
  const [open, setOpen] = useState<"palette" | "keys">()
  const close = () => setOpen(undefined)
  useKeys({ onFind: () => setOpen("palette"), onList: () => setOpen("keys") })
  const KeyList = useLater(open === "keys", () => import("./parts/lists/keyList.tsx"))
  return {
    onFind: () => setOpen("palette"),
    shown: (
      <>
        {open === "palette" ? <Palette onClose={close} /> : undefined}
        {KeyList === undefined ? undefined : <KeyList onClose={close} />}
      </>
    ),
  }
}

/** The rail at the left of a wide screen. */
const Rail = ({ onFind }: { readonly onFind: () => void }) => {
  const now = useSignal(standing)
  return (
    <nav class="rail" aria-label={frame.main}>
      <Brand />
      <button type="button" class="find-button" aria-keyshortcuts="Control+K Meta+K /" onClick={onFind}>
        <Icon name="find" />
        {frame.find}
        <kbd aria-hidden="true">{frame.findKeys(/Mac|iPhone|iPad/.test(navigator.userAgent))}</kbd>
      </button>
      <ul>
        <NavLink to="/" icon="today">
          {frame.home}
        </NavLink>
        <NavLink to="/timeline" icon="timeline">
          {frame.timeline}
        </NavLink>
      </ul>
      <ul>
        {domains.map((domain) => (
          <NavLink key={domain} to={`/${domain}`} icon={domainIcon(domain)} hue={domain}>
            {messages.domain(domain)}
          </NavLink>
        ))}
      </ul>
      <ul>
        <NavLink to="/years" icon="years">
          {frame.years}
        </NavLink>
      </ul>
      <ul>
        <NavLink to="/settings/add" icon="add">
          {frame.add}
        </NavLink>
        <NavLink to="/settings" icon="settings">
          {frame.settings}
        </NavLink>
      </ul>
      {now.state === "in" ? (
        <p class="who">
          <span class="quiet">{now.session.name}</span>
          <button type="button" class="plain" onClick={() => void signOut()}>
            {frame.signOut}
          </button>
        </p>
      ) : undefined}
    </nav>
  )
}

/** The two bars of a phone: one above the view, and one below it. */
const PhoneBars = ({ onFind }: { readonly onFind: () => void }) => (
  <>
    <header class="topbar">
      <Brand />
      <button type="button" aria-label={frame.find} onClick={onFind}>
        <Icon name="find" />
      </button>
      <a href="settings" aria-label={frame.settings}>
        <Icon name="settings" />
      </a>
    </header>
    <nav class="tabbar" aria-label={frame.main}>
      <ul>
        <NavLink to="/" icon="today">
          {frame.home}
        </NavLink>
        <NavLink to="/library" icon="library" covers={["/library", ...domains.map((domain) => `/${domain}`)]}>
          {frame.library}
        </NavLink>
        <li>
          <a class="add" href="settings/add" aria-label={frame.add}>
            <span>
              <Icon name="add" />
            </span>
          </a>
        </li>
        <NavLink to="/timeline" icon="timeline">
          {frame.timeline}
        </NavLink>
        <NavLink to="/years" icon="years">
          {frame.years}
        </NavLink>
      </ul>
    </nav>
  </>
)

/** The frame around every view: navigation, search, and the state of the connection. */
export const Frame = ({ children }: { readonly children: ComponentChildren }) => {
  const overlays = useOverlays()
  return (
    <div class="frame">
      <button type="button" class="skip" onClick={() => document.querySelector<HTMLElement>("main")?.focus()}>
        {frame.skip}
      </button>
      <Rail onFind={overlays.onFind} />
      <PhoneBars onFind={overlays.onFind} />
      <main tabIndex={-1}>
        <Trouble />
        <WaitingChanges />
        {children}
      </main>
      {overlays.shown}
    </div>
  )
}
