import { useEffect, useId, useRef, useState } from "preact/hooks"
import type { Answer, ItemImage } from "../../data/responses.ts"
import { send } from "../../data/send.ts"
import { useCommand } from "../../data/useCommand.ts"
import { messages } from "../../messages.ts"
import { CommandError } from "../notices/commandError.tsx"
import { Tile } from "../lists/tile.tsx"

const { correct } = messages

type Added = Answer<"images", "add">

/** The name of the box that returns a field to the sources. */
export const revertOf = (name: string): string => `${name} of the sources`

interface ImageFieldProps {
  readonly name: string
  /** The image that the item has now. */
  readonly image: ItemImage | undefined
  /** True for an item that had an image before it was edited. */
  readonly mayRevert: boolean
}

/** The field of an item's image: an uploaded image is sent at once, and the form saves its URL. */
export const ImageField = ({ image, mayRevert, name }: ImageFieldProps) => {
  const id = useId()
  const address = useRef<HTMLInputElement>(null)
  const { failure, run, working } = useCommand()
  const [added, setAdded] = useState<Added>()
  useEffect(() => {
    const form = address.current?.form
    const forget = () => setAdded(undefined)
    form?.addEventListener("reset", forget)
    return () => form?.removeEventListener("reset", forget)
  }, [])
  const choose = async (file: File | undefined) => {
    if (file === undefined) return
    // The form is not saved without the image that is on its way.
    address.current?.setCustomValidity(messages.settings.upkeep.working)
    const sent = await run(() => send<Added>("POST", "/v1/admin/images", file))
    address.current?.setCustomValidity("")
    if (sent?.data === undefined) return
    setAdded(sent.data)
    if (address.current !== null) address.current.value = sent.data.image_url
  }
  return (
    <div>
      <label for={id}>{correct.ownImage}</label>
      <input
        id={id}
        type="file"
        accept="image/*"
        disabled={working}
        onChange={({ currentTarget }) => void choose(currentTarget.files?.[0])}
      />
      {added === undefined && image === undefined ? undefined : (
        <p class="image-field" role="status">
          <Tile name={correct.ownImage} image={added?.image ?? image} size="small" />{" "}
          {added === undefined ? correct.imageNow : correct.imageReady}
        </p>
      )}
      <CommandError failure={failure} />
      <label for={`${id}-address`}>{correct.field(name)}</label>
      <input ref={address} id={`${id}-address`} name={name} inputMode="url" autocomplete="off" />
      {mayRevert ? (
        <label class="check">
          <input type="checkbox" name={revertOf(name)} /> {correct.imageRevert}
        </label>
      ) : undefined}
    </div>
  )
}
