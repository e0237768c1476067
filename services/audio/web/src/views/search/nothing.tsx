import { Link } from '@tanstack/react-router'
import { TEXT } from './text.ts'

/** Says that a search found nothing, and why that may be. */
export const Nothing = ({ text }: { text: string }) => (
  <div className="panel stack empty">
    <h2>{TEXT.nothingTitle}</h2>
    <p className="soft">{text}</p>
    <Link to="/" className="button">
      {TEXT.add}
    </Link>
  </div>
)
