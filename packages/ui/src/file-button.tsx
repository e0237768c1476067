import { useId } from 'react'

/** A button that asks for a file of this computer. */
export function FileButton({
  label,
  accept,
  onFile,
  main = false,
}: {
  label: string
  accept: string
  onFile: (file: File) => void
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
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) onFile(file)
          target.value = ''
        }}
      />
    </span>
  )
}
