import type { Answer } from "../../data/responses.ts"
import { useRead } from "../../data/useRead.ts"
import { messages } from "../../messages.ts"
import { Correct } from "../../parts/edits/correct.tsx"
import { Shown } from "../../parts/notices/states.tsx"
import type { Address } from "../../router.tsx"
import { SeenItemView } from "./one.tsx"

const Performer = ({ params }: Address) => {
  const id = encodeURIComponent(params["id"] ?? "")
  const path = `/v1/attending/performers/${id}`
  const read = useRead<Answer<"attending", "performer">>(path)
  return (
    <div class="hue-attending">
      <Shown path={path} read={read} lines={8}>
        {(performer) => (
          <SeenItemView
            one={performer}
            correct={
              <Correct
                domain="attending"
                type="performer"
                id={performer.id}
                name={performer.name}
                values={performer}
              />
            }
            lead={messages.search.type("performer")}
            narrowed={`performer_id=${id}`}
          />
        )}
      </Shown>
    </div>
  )
}

export default Performer
