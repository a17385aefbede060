import type { ComponentChildren } from "preact"
import { signOut, standing } from "./data/session.ts"
import { useSignal } from "./data/signal.ts"
import { domains } from "./items.ts"
import { messages } from "./messages.ts"
import { useScrollToCurrent } from "./parts/scrollToCurrent.ts"
import { SearchBox } from "./parts/searchBox.tsx"
import { Trouble } from "./parts/states.tsx"
import { usePlace } from "./router.tsx"

const { frame } = messages

const NavLink = ({
  children,
  hue,
  to,
}: {
  readonly children: string
  readonly hue?: string
  readonly to: string
}) => {
  const [path = ""] = usePlace().split("?")
  const isCurrent = to === "/" ? path === "/" : path === to || path.startsWith(`${to}/`)
  return (
    <li>
      <a
        href={to === "/" ? "./" : to.slice(1)}
        class={hue === undefined ? "" : `hue-${hue}`}
        {...(isCurrent ? { "aria-current": "page" as const } : {})}
      >
        {hue === undefined ? undefined : <span class="dot" aria-hidden="true" />}
        {children}
      </a>
    </li>
  )
}

/** The frame around every view: if one can go, the search, and what is wrong with the connection. */
export const Frame = ({ children }: { readonly children: ComponentChildren }) => {
  const now = useSignal(standing)
  // On a phone the names stand in one line.
  const nav = useScrollToCurrent<HTMLElement>()

  return (
    <div class="frame">
      <button type="button" class="skip" onClick={() => document.querySelector<HTMLElement>("main")?.focus()}>
        {frame.skip}
      </button>
      <header class="head">
        <a class="name" href="./">
          {messages.name}
        </a>
        <SearchBox />
      </header>
      <nav class="nav" aria-label={frame.main} ref={nav}>
        <ul>
          <NavLink to="/">{frame.home}</NavLink>
          {domains.map((domain) => (
            <NavLink key={domain} to={`/${domain}`} hue={domain}>
              {messages.domain(domain)}
            </NavLink>
          ))}
          <NavLink to="/timeline">{frame.timeline}</NavLink>
          <NavLink to="/years">{frame.years}</NavLink>
          <NavLink to="/settings">{frame.settings}</NavLink>
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
      <main tabIndex={-1}>
        <Trouble />
        {children}
      </main>
    </div>
  )
}
