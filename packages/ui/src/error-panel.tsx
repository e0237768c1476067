/** An error of the service as it said it, with what helps to report it. */
export function ErrorPanel({
  title,
  message,
  requestId,
  requestLabel,
  copy,
  retry,
}: {
  title: string
  message: string
  requestId?: string | undefined
  /** What the id of the request is called, beside it. */
  requestLabel?: string
  /** Text of the button that copies the error. */
  copy: string
  retry?: { readonly label: string; readonly onClick: () => void } | undefined
}) {
  return (
    <div className="error-panel stack" role="alert">
      <strong>{title}</strong>
      <p>{message}</p>
      <div className="row">
        {retry ? (
          <button type="button" onClick={retry.onClick}>
            {retry.label}
          </button>
        ) : null}
        <button
          type="button"
          className="plain"
          onClick={() => void navigator.clipboard?.writeText(`${message} (${requestId ?? 'no request id'})`)}
        >
          {copy}
        </button>
        {requestId ? (
          <span className="small soft">
            {requestLabel} <code>{requestId}</code>
          </span>
        ) : null}
      </div>
    </div>
  )
}
