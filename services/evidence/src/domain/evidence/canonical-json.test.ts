import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from './canonical-json.ts'

describe('canonicalJson', () => {
  it('writes the example of RFC 8785 §3.2.3', () => {
    const sorted = canonicalJson({
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\ud83d\ude00': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    })
    expect(Object.values(JSON.parse(sorted))).toHaveLength(7)
    expect([...sorted.matchAll(/:"([A-Z]\w+)/g)].map((match) => match[1])).toEqual([
      'Carriage',
      'One',
      'Control',
      'Latin',
      'Euro',
      'Emoji',
      'Hebrew',
    ])
  })

  it('says the same of any order of keys, and nothing is lost', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value)
        expect(canonicalJson(JSON.parse(text))).toBe(text)
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })

  it('sorts names that look like numbers as text, and leaves out a name at any depth', () => {
    expect(canonicalJson({ b: { 9: 1, 10: [{ name: 'x', a: 2 }] }, a: undefined }, 'name')).toBe(
      '{"b":{"10":[{"a":2}],"9":1}}',
    )
    expect(canonicalJson({ b: [{ name: 'x', a: undefined }], a: [undefined] }, 'name')).toBe(
      '{"a":[null],"b":[{}]}',
    )
    expect(canonicalJson(JSON.parse('{"b":1,"__proto__":{"a":1}}'))).toBe('{"__proto__":{"a":1},"b":1}')
  })

  it('does not distinguish −0 from 0', () => expect(canonicalJson({ a: -0 })).toBe('{"a":0}'))
})
