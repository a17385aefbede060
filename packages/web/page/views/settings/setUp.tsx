import type { ComponentChildren } from "preact"
import { standing } from "../../data/session.ts"
import { useSignal } from "../../data/signal.ts"
import { messages } from "../../messages.ts"
import { Title } from "../../parts/title.tsx"
import type { Address } from "../../router.tsx"
import { DropFiles } from "./files/dropFiles.tsx"
import { ImportList } from "./files/importList.tsx"
import { MakeKey } from "./makeKey.tsx"
import { ForAdmins } from "./page.tsx"
import { LinkedNotice, LinkableList } from "./sourceList.tsx"

const { settings, setUp } = messages

/** The zone of this browser; "" if it does not say. */
const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone ?? ""

const Step = ({
  at,
  children,
  lead,
  title,
}: {
  readonly at: number
  readonly title: string
  readonly lead: string
  readonly children?: ComponentChildren
}) => (
  <section>
    <h2>
      <span class="quiet">{at}</span> {title}
    </h2>
    <p class="quiet">{lead}</p>
    {children}
  </section>
)

const Zone = () => {
  const now = useSignal(standing)
  if (now.state !== "in") return undefined
  const zone = now.session.time_zone
  const here = browserZone()
  return (
    <Step at={1} title={setUp.zone} lead={setUp.zoneLead}>
      <p>{here === "" || here === zone ? setUp.zoneSame(zone) : setUp.zoneOther(zone, here)}</p>
      {here === "" || here === zone ? undefined : <pre tabIndex={0}>{`TIME_ZONE=${here} npm start`}</pre>}
    </Step>
  )
}

/** The first steps on an empty store. Each is also a page of settings. */
const SetUp = ({ query }: Address) => (
  <div class="settings set-up">
    <Title title={settings.setUp} lead={setUp.lead} />
    <ForAdmins>
      <LinkedNotice query={query} />
      <Zone />
      <Step at={2} title={setUp.keys} lead={setUp.keysLead}>
        <MakeKey onMade={() => {}} />
      </Step>
      <Step at={3} title={setUp.accounts} lead={setUp.accountsLead}>
        <LinkableList />
      </Step>
      <Step at={4} title={setUp.files} lead={setUp.filesLead}>
        <DropFiles />
        <ImportList />
      </Step>
      <p class="actions">
        <a class="button button-main" href="./">
          {setUp.done}
        </a>
      </p>
    </ForAdmins>
  </div>
)

export default SetUp
