import { useState } from "preact/hooks"
import { send } from "../../data/send.ts"
import { standing } from "../../data/session.ts"
import { useSignal } from "../../data/signal.ts"
import { messages } from "../../messages.ts"

const { years } = messages

/** Prints the year, or makes an address of its image that anybody may open: with an admin key, who may share. */
export const ShareYear = ({
  onShared,
  year,
}: {
  readonly year: string
  readonly onShared: (said: string) => void
}) => {
  const now = useSignal(standing)
  const [working, setWorking] = useState(false)
  const share = async () => {
    setWorking(true)
    const address = `/v1/cards/year/${year}.svg`
    const { data, failure } = await send<{ readonly url: string }>("POST", "/v1/admin/shares", {
      address,
      name: years.shareName(year),
    })
    setWorking(false)
    onShared(data?.url ?? failure?.message ?? messages.states.failed)
  }
  return (
    <span class="pair">
      {now.state === "in" && now.session.scope === "admin" ? (
        <button type="button" class="button" disabled={working} onClick={() => void share()}>
          {years.share}
        </button>
      ) : undefined}
      <button type="button" class="button" onClick={() => window.print()}>
        {years.print}
      </button>
    </span>
  )
}
