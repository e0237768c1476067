import { useState } from 'react'
import { baseUrl } from '../../service.ts'
import { TEXT } from './text.ts'
import './candidate.css'

/** How often a drawing is asked for again, and how long after the service refused it. */
const MOST_ATTEMPTS = 3
const RETRY_MS = 2000

/** Drawing of a structure by the service. */
export function Structure({ smiles, name }: { smiles: string | null | undefined; name: string }) {
  const [broken, setBroken] = useState<string>()
  const [attempt, setAttempt] = useState(0)
  // Not known yet.
  if (smiles === undefined) return <p className="structure" aria-hidden />
  if (smiles === null) return <p className="structure soft small">{TEXT.noDrawing}</p>
  if (broken === smiles) return <p className="structure soft small">{TEXT.brokenDrawing}</p>
  const address = `${baseUrl}/v1/drawings?smiles=${encodeURIComponent(smiles)}`
  // An image does not say why it failed. A service that is overloaded for a moment is asked again.
  const failed = async () => {
    const status = await fetch(address).then(
      (answer) => answer.status,
      () => 0,
    )
    if (attempt >= MOST_ATTEMPTS || (status !== 503 && status !== 200)) return setBroken(smiles)
    setTimeout(() => setAttempt(attempt + 1), status === 503 ? RETRY_MS : 0)
  }
  return (
    <div className="structure">
      <img
        key={attempt}
        src={address}
        alt={TEXT.drawing(name)}
        width={260}
        height={260}
        onError={() => void failed()}
      />
    </div>
  )
}
