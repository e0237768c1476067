import { useId } from 'react'

/** A button that asks for a file of this computer, or for several. */
export function FileButton({
  label,
  accept,
  onFile,
  onFiles = ([file]) => file && onFile?.(file),
  multiple = false,
  main = false,
}: {
  label: string
  accept: string
  onFile?: (file: File) => void
  onFiles?: (files: readonly File[]) => void
  multiple?: boolean
  main?: boolean
}) {
  const id = useId()
  return (
    <span className="file-button">
      <label className={main ? 'button main' : 'button'} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="hidden"
        type="file"
        accept={accept}
        multiple={multiple}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          if (files.length > 0) onFiles(files)
          target.value = ''
        }}
      />
    </span>
  )
}
