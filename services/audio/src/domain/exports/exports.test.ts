import { describe, expect, it } from 'vitest'
import { barPositions, type ExportableTrack, keyName } from './exportable-track.ts'
import { jams } from './jams.ts'
import { audacityLabels, beatCsv, drumCsv, sectionCsv } from './labels.ts'
import { rekordboxXml } from './rekordbox-xml.ts'

const beats = Array.from({ length: 32 }, (_, i) => 0.25 + i * 0.5)
const track: ExportableTrack = {
  title: 'One & <Two>',
  artist: '"Q"',
  location: '/music/a b.mp3',
  durationSeconds: 17,
  tempoBpm: 120,
  tempoConfidence: 0.62,
  beats,
  downbeats: beats.filter((_, i) => i % 4 === 2),
  beatsPerBar: 4,
  tempoRegions: [{ startSeconds: 0.25, endSeconds: 15.75, bpm: 120 }],
  key: {
    tonic: 9,
    mode: 'minor',
    confidence: 0.7,
    regions: [
      { startSeconds: 0, endSeconds: 12, tonic: 9, mode: 'minor', confidence: 0.81 },
      { startSeconds: 12, endSeconds: 17, tonic: 3, mode: 'major', confidence: 0.04 },
    ],
  },
  sections: [{ startSeconds: 0, endSeconds: 17, type: 'intro', label: 'intro' }],
  energyLevel: 7,
  drumHits: [{ timeSeconds: 0.25, instrument: 'kick', velocity: 1, confidence: 0.9 }],
}

describe('exports', () => {
  it('spells keys as DJ software does', () => {
    expect([keyName({ tonic: 9, mode: 'minor' }), keyName({ tonic: 1, mode: 'major' })]).toEqual(['Am', 'Db'])
  })
  it('counts beats of the bar from the downbeats, also before the first', () => {
    expect(barPositions(track).slice(0, 8)).toEqual([3, 4, 1, 2, 3, 4, 1, 2])
  })
  it('takes time in proportion to the beats, not to beats times bars', () => {
    const many = Array.from({ length: 200_000 }, (_, i) => i * 0.1)
    const started = performance.now()
    const positions = barPositions({
      beats: many,
      downbeats: many.filter((_, i) => i % 4 === 1),
      beatsPerBar: 4,
    })
    expect(performance.now() - started).toBeLessThan(1000)
    expect(positions.slice(0, 6)).toEqual([4, 1, 2, 3, 4, 1])
    expect(positions.at(-1)).toBe(3)
  })
  it('writes well-formed rekordbox XML with escaped text and an encoded address', () => {
    const xml = rekordboxXml([track])
    expect(xml).toContain('Name="One &amp; &lt;Two&gt;"')
    expect(xml).toContain('Location="file://localhost/music/a%20b.mp3"')
    expect(xml).toContain('<TEMPO Inizio="0.250" Bpm="120.00" Metro="4/4" Battito="3"/>')
    expect(xml).toContain('Tonality="Am"')
  })
  it('tells rekordbox, which knows no doubt, a key only where it is certain', () => {
    const uncertain = { ...track, key: { ...track.key!, confidence: 0.19 } }
    for (const unknown of [uncertain, { ...track, key: null }])
      expect(rekordboxXml([unknown])).not.toContain('Tonality')
  })
  it('tells rekordbox no tempo where no rhythm was heard', () => {
    const noise = rekordboxXml([{ ...track, tempoConfidence: 0 }])
    expect(noise).not.toMatch(/TEMPO|AverageBpm/)
    expect(noise).toContain('TotalTime="17" Comments="Energy 7" Tonality="Am" Location=')
  })
  it('anchors the rekordbox grid on the beats of the region, not on its first one', () => {
    const { beats: tracked } = { beats: beats.map((beat, i) => beat + ([0.3, -0.12][i] ?? 0)) }
    const region = { startSeconds: tracked[0]!, endSeconds: tracked.at(-1)!, bpm: 118 }
    const [, start, bpm, place] = /Inizio="([\d.]+)" Bpm="([\d.]+)" Metro="[^"]+" Battito="(\d)"/
      .exec(rekordboxXml([{ ...track, beats: tracked, tempoRegions: [region] }]))!
      .map(Number)
    const number = Math.round((start! - 0.25) * 2)
    expect(Math.abs(start! - 0.25 - number / 2)).toBeLessThan(0.005)
    expect(bpm).toBe(120)
    expect(place).toBe(((number + 2) % 4) + 1)
  })
  it('writes the metre that was measured, and four where none was', () => {
    const waltz = { ...track, beatsPerBar: 3, downbeats: beats.filter((_, i) => i % 3 === 1) }
    expect(rekordboxXml([waltz])).toContain('<TEMPO Inizio="0.250" Bpm="120.00" Metro="3/4" Battito="3"/>')
    const unknown = { ...track, beatsPerBar: 0, downbeats: [] }
    expect(rekordboxXml([unknown])).toContain('<TEMPO Inizio="0.250" Bpm="120.00" Metro="4/4" Battito="1"/>')
  })
  it('writes JAMS with a beat annotation per beat', () => {
    const document = jams(track, '1')
    const beat = document.annotations.find(({ namespace }) => namespace === 'beat')
    expect(beat?.data).toHaveLength(beats.length)
  })
  it('writes JAMS with the measured confidence of the tempo and of every key, and says what that of a key means', () => {
    const { annotations } = jams(track, '1')
    const data = (name: string) => annotations.find(({ namespace }) => namespace === name)?.data
    expect(data('tempo')).toEqual([{ time: 0.25, duration: 15.5, value: 120, confidence: 0.62 }])
    expect(data('key_mode')).toEqual([
      { time: 0, duration: 12, value: 'A:minor', confidence: 0.81 },
      { time: 12, duration: 5, value: 'Eb:major', confidence: 0.04 },
    ])
    const keys = annotations.find(({ namespace }) => namespace === 'key_mode')
    expect(keys?.annotation_metadata.annotation_rules).toContain('probability that it is right')
    expect(jams({ ...track, key: null }, '1').annotations[2]).toMatchObject({
      namespace: 'key_mode',
      data: [],
    })
  })
  it('writes no JAMS curator without an address, which the schema refuses', () => {
    for (const { annotation_metadata } of jams(track, '1').annotations)
      expect(annotation_metadata).not.toHaveProperty('curator')
  })
  it('writes one CSV file for each kind of label, each with the same columns in every line', () => {
    expect(beatCsv(track).split('\n').slice(0, 4)).toEqual([
      'time,label',
      '0.250000,0.3',
      '0.750000,0.4',
      '1.250000,1.1',
    ])
    expect(sectionCsv(track)).toBe('time,duration,label\n0.000000,17.000000,intro\n')
    expect(drumCsv(track)).toBe('time,value,label\n0.250000,1.000,kick\n')
  })
  it('sorts Audacity labels by time', () => {
    expect(audacityLabels(track).split('\n')[0]).toBe('0.000000\t17.000000\tintro')
  })
})
