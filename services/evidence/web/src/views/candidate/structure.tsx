import { useState } from 'react'
import { baseUrl } from '../../service.ts'
import { TEXT } from './text.ts'
import './candidate.css'

/** Drawing of a structure by the service. */
export function Structure({ smiles, name }: { smiles: string | null | undefined; name: string }) {
  const [broken, setBroken] = useState<string>()
  // Not known yet.
  if (smiles === undefined) return <p className="structure" aria-hidden />
  if (smiles === null) return <p className="structure soft small">{TEXT.noDrawing}</p>
  if (broken === smiles) return <p className="structure soft small">{TEXT.brokenDrawing}</p>
  return (
    <div className="structure">
      <img
        src={`${baseUrl}/v1/drawings?smiles=${encodeURIComponent(smiles)}`}
        alt={TEXT.drawing(name)}
        width={260}
        height={260}
        onError={() => setBroken(smiles)}
      />
    </div>
  )
}
