import { DropFiles } from "../settings/files/dropFiles.tsx"
import { ImportList, useImports } from "../settings/files/importList.tsx"

/** Takes files, and shows what each brought. */
const DropZone = () => {
  const imports = useImports().data?.data ?? []
  return (
    <>
      <DropFiles />
      {imports.length === 0 ? undefined : <ImportList />}
    </>
  )
}

export default DropZone
