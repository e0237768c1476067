import cytoscape, { type Core, type ElementDefinition } from 'cytoscape'
import { useEffect, useRef, useState } from 'react'
import { drawnEdges, type EvidenceNetwork } from './network-data.ts'
import { kindOf, TEXT } from './text.ts'

/** Colours of the page, which a canvas cannot read by itself. */
function colours() {
  const style = getComputedStyle(document.documentElement)
  const probe = document.createElement('span')
  document.body.append(probe)
  const of = (name: string): string => {
    probe.style.color = `var(${name})`
    return getComputedStyle(probe).color
  }
  const found = {
    ink: of('--ink'),
    soft: of('--ink-soft'),
    surface: of('--surface'),
    good: of('--good'),
    alarm: of('--alarm'),
    line: of('--line-strong'),
    accent: of('--accent'),
    font: style.fontFamily,
  }
  probe.remove()
  return found
}

function elementsOf(network: EvidenceNetwork): ElementDefinition[] {
  const { nodes } = network
  const most = Math.max(...nodes.map(({ contribution_score }) => Math.abs(contribution_score)), 1e-9)
  return [
    ...nodes.map(({ id, type, source, contribution_score }) => ({
      data: {
        id,
        label: `${kindOf(type)}\n${source}`,
        size: 16 + 32 * Math.sqrt(Math.abs(contribution_score) / most),
        side: contribution_score >= 0 ? 'for' : 'against',
      },
    })),
    ...drawnEdges(network).map((edge, i) => ({
      data: {
        id: `edge ${i}`,
        source: edge.source_id,
        target: edge.target_id,
        strength: edge.strength,
        kind: edge.relationship_type === 'contradicts' ? 'contradicts' : 'agrees',
      },
    })),
  ]
}

/** Lays the items of each kind and source out side by side: fast, and the same every time. */
const layoutOf = (count: number) =>
  count <= 60
    ? ({ name: 'cose', animate: false, randomize: false, padding: 24, nodeRepulsion: () => 9000 } as const)
    : ({
        name: 'concentric',
        animate: false,
        padding: 24,
        minNodeSpacing: 6,
        concentric: (node: { data: (name: string) => number }) => node.data('size'),
        levelWidth: () => 6,
      } as const)

/**
 * The library adds a style of its own unless an element has this id. The policy of the page refuses such styles, and the
 * stylesheet of the view has the rule.
 */
function standInForStyle(): void {
  const id = '__________cytoscape_stylesheet'
  if (document.getElementById(id)) return
  const mark = document.createElement('template')
  mark.id = id
  document.head.append(mark)
}

function draw(container: HTMLElement, network: EvidenceNetwork): Core {
  standInForStyle()
  const ink = colours()
  const many = network.nodes.length > 60
  return cytoscape({
    container,
    elements: elementsOf(network),
    layout: layoutOf(network.nodes.length),
    minZoom: 0.05,
    maxZoom: 5,
    pixelRatio: 1,
    textureOnViewport: many,
    hideEdgesOnViewport: many,
    style: [
      {
        selector: 'node',
        style: {
          width: 'data(size)',
          height: 'data(size)',
          'background-color': ink.good,
          'border-width': 1.5,
          'border-color': ink.surface,
          label: 'data(label)',
          'text-wrap': 'wrap',
          'font-size': 10,
          'font-family': ink.font,
          'min-zoomed-font-size': 8,
          color: ink.ink,
          'text-valign': 'bottom',
          'text-margin-y': 3,
        },
      },
      {
        selector: 'node[side = "against"]',
        style: { 'background-color': ink.alarm, shape: 'diamond' },
      },
      { selector: 'node:selected', style: { 'border-width': 4, 'border-color': ink.accent } },
      {
        selector: 'edge',
        style: {
          width: 'mapData(strength, 0.2, 1, 0.6, 3)',
          'line-color': ink.line,
          opacity: 0.55,
          'curve-style': 'haystack',
        },
      },
      {
        selector: 'edge[kind = "contradicts"]',
        style: { 'line-color': ink.alarm, 'line-style': 'dashed', opacity: 0.9 },
      },
    ],
  })
}

const STEP = 60
/** Largest zoom at which the picture begins. */
const MOST_ZOOM = 1.4
/** How far each arrow key moves the picture, in pixels. */
const SHIFTS: Readonly<Record<string, { readonly x: number; readonly y: number }>> = {
  ArrowLeft: { x: STEP, y: 0 },
  ArrowRight: { x: -STEP, y: 0 },
  ArrowUp: { x: 0, y: STEP },
  ArrowDown: { x: 0, y: -STEP },
}

/** The network on a canvas. Everything that it shows is also in the table below it. */
export default function NetworkGraph({
  network,
  onItem,
}: {
  network: EvidenceNetwork
  onItem: (id: string) => void
}) {
  const frame = useRef<HTMLDivElement>(null)
  const graph = useRef<Core>(null)
  const [drawn, setDrawn] = useState(0)
  const select = useRef(onItem)
  select.current = onItem
  useEffect(() => {
    const container = frame.current
    if (!container) return undefined
    const redraw = () => {
      graph.current?.destroy()
      const core = draw(container, network)
      // A few items need not fill the frame.
      if (core.zoom() > MOST_ZOOM) {
        core.zoom(MOST_ZOOM)
        core.center()
      }
      core.on('tap', 'node', ({ target }) => select.current(target.id()))
      graph.current = core
      setDrawn(core.nodes().length)
    }
    redraw()
    // The canvas follows the theme.
    const observer = new MutationObserver(redraw)
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    const scheme = window.matchMedia('(prefers-color-scheme: dark)')
    scheme.addEventListener('change', redraw)
    return () => {
      observer.disconnect()
      scheme.removeEventListener('change', redraw)
      graph.current?.destroy()
      graph.current = null
    }
  }, [network])
  const zoom = (factor: number) => {
    const core = graph.current
    if (!core) return
    core.zoom({
      level: core.zoom() * factor,
      renderedPosition: { x: core.width() / 2, y: core.height() / 2 },
    })
  }
  const act = (key: string): boolean => {
    const core = graph.current
    const shift = SHIFTS[key]
    if (shift) core?.panBy(shift)
    else if (key === '+') zoom(1.25)
    else if (key === '-') zoom(0.8)
    else if (key === '0') core?.fit(undefined, 24)
    else return false
    return true
  }
  return (
    <div className="stack">
      <div className="row no-print">
        <button type="button" aria-label={TEXT.network.zoomIn} onClick={() => zoom(1.25)}>
          +
        </button>
        <button type="button" aria-label={TEXT.network.zoomOut} onClick={() => zoom(0.8)}>
          −
        </button>
        <button type="button" onClick={() => graph.current?.fit(undefined, 24)}>
          {TEXT.network.all}
        </button>
        <span className="small soft">{TEXT.network.hint}</span>
      </div>
      <section
        className="network-frame"
        aria-label={`${TEXT.network.title}. ${TEXT.network.hint}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys that move and zoom need the focus.
        tabIndex={0}
        data-drawn={drawn}
        onKeyDown={(event) => {
          if (act(event.key)) event.preventDefault()
        }}
      >
        <div ref={frame} className="network-canvas" />
      </section>
    </div>
  )
}
