import { DropFiles } from "../settings/files/dropFiles.tsx"
import { ImportList } from "../settings/files/importList.tsx"

/** Takes files, and shows what each brought. */
const DropZone = () => (
  <>
    <DropFiles />
    <ImportList />
  </>
)

export default DropZone
