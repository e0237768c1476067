import { Failure } from '../../failure.tsx'
import { EmotionsPanel } from './emotions-panel.tsx'
import { ExportsPanel } from './exports-panel.tsx'
import { GridPanel } from './grid-panel.tsx'
import { KeyPanel } from './key-panel.tsx'
import type { Player } from './player.ts'
import { wantedSections } from './section-edits.ts'
import { SectionsPanel } from './sections-panel.tsx'
import { StemsPanel } from './stems-panel.tsx'
import { TagsPanel } from './tags-panel.tsx'
import { TEXT } from './text.ts'
import { type Analysis, INTENSITY, type Track, useCorrect } from './track-data.ts'
import { useAnalysisJob } from './use-track-jobs.ts'

/** Everything about a track below its drawing: corrections, stems, exports and what was found. */
export function TrackPanels({
  track,
  analysis,
  player,
  curve,
  onCurve,
  onSeek,
}: {
  track: Track
  analysis: Analysis
  player: Player | undefined
  /** Name of the curve that is drawn. */
  curve: string
  onCurve: (name: string) => void
  onSeek: (seconds: number) => void
}) {
  const { correct, unsaved, error } = useCorrect(track.id)
  return (
    <>
      {error ? <Failure error={error} /> : null}
      <div className="track-panels">
        <GridPanel
          track={track}
          analysis={analysis}
          player={player}
          unsaved={unsaved.grid}
          onCorrect={(update) => correct(({ grid }) => ({ grid: update(grid) }))}
        />
        <KeyPanel track={track} unsaved={unsaved.key} onCorrect={(key) => correct(() => ({ key }))} />
        <StemsPanel track={track} player={player} />
        <ExportsPanel track={track}>
          <AnalyseAgain id={track.id} />
        </ExportsPanel>
        <EmotionsPanel
          track={track}
          analysis={analysis}
          player={player}
          shown={curve}
          onShow={(name) => onCurve(name === curve ? INTENSITY : name)}
        />
        <SectionsPanel
          track={track}
          analysis={analysis}
          player={player}
          onSeek={onSeek}
          unsaved={unsaved.sections}
          onCorrect={(update) =>
            correct((latest) => {
              const now = wantedSections(track, analysis, latest.sections)
              const next = update(now)
              return next === now ? {} : { sections: next && [...next] }
            })
          }
        />
        {analysis.tags ? <TagsPanel tags={analysis.tags.heard} /> : null}
      </div>
    </>
  )
}

function AnalyseAgain({ id }: { id: string }) {
  const { start, error, progress, failure } = useAnalysisJob(id)
  return (
    <>
      <div className="row">
        <button type="button" onClick={start} disabled={progress !== undefined}>
          {progress === undefined ? TEXT.again : TEXT.analysing}
        </button>
        {progress === undefined ? null : <progress value={progress} max={1} aria-label={TEXT.analysing} />}
      </div>
      {failure ? (
        <p className="notice" role="alert">
          {failure}
        </p>
      ) : null}
      {error ? <Failure error={error} onRetry={start} /> : null}
    </>
  )
}
