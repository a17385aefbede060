import { useEffect } from "preact/hooks"
import { takeArrival, useMayChange } from "../../data/session.ts"
import { messages } from "../../messages.ts"
import { Icon } from "../../parts/icon.tsx"
import { artOf } from "../../parts/lists/tile.tsx"
import { Title } from "../../parts/title.tsx"
import { useLater } from "../../parts/useLater.ts"
import { navigate } from "../../router.tsx"

const { home, setUp } = messages

const fan = [
  artOf("cover", "Low Water", "The Salt Roads"),
  artOf("poster", "Moth Season"),
  artOf("book", "Bread and Weather"),
  artOf("cover", "Small Hours"),
]

const ways = [
  { to: "settings/sources", icon: "link", texts: home.ways.accounts },
  { to: "settings/add", icon: "add", texts: home.ways.hand },
  { to: "settings/setup", icon: "go", texts: home.ways.steps },
] as const

/** Where files are dropped. Few ever see it, so its code loads when it is shown. */
const Drop = () => {
  const Files = useLater(true, () => import("./dropZone.tsx"))
  return Files === undefined ? <div class="skeleton" aria-busy="true" /> : <Files />
}

/** A store with nothing in it is one place to drop files, and three other ways to begin. Who just signed in is led through the steps. */
export const EmptyStore = () => {
  const isAdmin = useMayChange()
  useEffect(() => {
    if (isAdmin && takeArrival()) navigate("/settings/setup", { replace: true })
  }, [isAdmin])
  return (
    <>
      <Title title={home.empty} window={messages.name} display />
      <div class="drop-zone">
        <div class="fan" aria-hidden="true">
          {fan.map((source) => (
            <img key={source} src={source} alt="" />
          ))}
        </div>
        <h2>{home.anyExport}</h2>
        <p class="quiet">{home.anyExportLead}</p>
        {isAdmin ? <Drop /> : <p>{setUp.needsAdmin}</p>}
        <p class="quiet small">{home.private}</p>
      </div>
      {isAdmin ? (
        <ul class="ways">
          {ways.map(({ icon, texts: [title, lead], to }) => (
            <li key={to}>
              <a class="card" href={to}>
                <Icon name={icon} />
                <span>
                  <strong>{title}</strong>
                  <span class="quiet small">{lead}</span>
                </span>
              </a>
            </li>
          ))}
        </ul>
      ) : undefined}
    </>
  )
}
