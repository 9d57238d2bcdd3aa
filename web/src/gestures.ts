// SPDX-License-Identifier: Apache-2.0
// gestures.ts: what mouse, pen and fingers do to a panel.
//
// One finger scrolls the page as anywhere; two move and zoom the picture. A drag of the mouse moves what does not
// fit, and marks a box where all fits; with Shift or Ctrl it marks in any case.

export interface Point {
  x: number;
  y: number;
}

export interface GestureTarget {
  canPan(): boolean;
  hover(at: Point | null): void;
  click(at: Point): void;
  pan(dx: number, dy: number): void; // how far the pointer moved
  zoom(factor: number, at: Point): void;
  mark(from: Point, to: Point, event: PointerEvent, isDone: boolean): void;
}

/// A mouse trembles less than a finger.
const SLACK = { mouse: 3, touch: 10 };
/// Wheels and fingers send tiny parts; a zoom below this would be lost in rounding.
const ZOOM_FROM = 1.08;

export function addGestures(box: HTMLElement, target: GestureTarget): void {
  addPointer(box, target);
  addWheel(box, target);
  addFingers(box, target);
}

function pointIn(box: HTMLElement, event: { clientX: number; clientY: number }): Point {
  const { left, top } = box.getBoundingClientRect();
  return { x: event.clientX - left, y: event.clientY - top };
}

function addPointer(box: HTMLElement, target: GestureTarget): void {
  let start: Point | null = null;
  let last: Point = { x: 0, y: 0 };
  let drags: 'no' | 'pan' | 'mark' = 'no';

  box.addEventListener('pointerdown', (event) => {
    start = null; // a second finger ends what the first began
    if (event.button !== 0 || !event.isPrimary) return;
    start = last = pointIn(box, event);
    drags = 'no';
  });
  box.addEventListener('pointermove', (event) => {
    const at = pointIn(box, event);
    if (start === null) {
      if (event.pointerType !== 'touch') target.hover(at);
      return;
    }
    const slack = event.pointerType === 'touch' ? SLACK.touch : SLACK.mouse;
    if (drags === 'no') {
      if (Math.hypot(at.x - start.x, at.y - start.y) < slack) return;
      if (event.pointerType === 'touch') {
        start = null;
        return;
      }
      box.setPointerCapture(event.pointerId);
      drags = target.canPan() && !event.shiftKey && !event.ctrlKey && !event.metaKey ? 'pan' : 'mark';
    }
    if (drags === 'pan') target.pan(at.x - last.x, at.y - last.y);
    else target.mark(start, at, event, false);
    last = at;
  });
  box.addEventListener('pointerup', (event) => {
    const at = pointIn(box, event);
    if (start !== null && drags === 'no') target.click(at);
    if (start !== null && drags === 'mark') target.mark(start, at, event, true);
    start = null;
  });
  box.addEventListener('pointercancel', () => (start = null));
  box.addEventListener('pointerleave', (event) => {
    if (event.pointerType !== 'touch' && start === null) target.hover(null);
  });
}

function addWheel(box: HTMLElement, target: GestureTarget): void {
  let gathered = 1;
  box.addEventListener('wheel', (event) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const pixels = event.deltaMode === 0 ? event.deltaY : event.deltaY * 30;
    gathered *= Math.exp(-pixels * 0.004);
    if (gathered > 1 / ZOOM_FROM && gathered < ZOOM_FROM) return;
    target.zoom(gathered, pointIn(box, event));
    gathered = 1;
  }, { passive: false });
}

function addFingers(box: HTMLElement, target: GestureTarget): void {
  let before: { middle: Point; apart: number } | null = null;
  const spread = (touches: TouchList): { middle: Point; apart: number } | null => {
    const [a, b] = [touches[0], touches[1]];
    if (touches.length !== 2 || !a || !b) return null;
    const middle = { clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 };
    return { middle: pointIn(box, middle), apart: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) };
  };
  const move = (event: TouchEvent): void => {
    const now = spread(event.touches);
    if (now === null) before = null;
    else if (event.cancelable) event.preventDefault();
    if (now === null || before === null) {
      before = now;
      return;
    }
    target.pan(now.middle.x - before.middle.x, now.middle.y - before.middle.y);
    const factor = now.apart / Math.max(1, before.apart);
    const zooms = factor >= ZOOM_FROM || factor <= 1 / ZOOM_FROM;
    if (zooms) target.zoom(factor, now.middle);
    before = { middle: now.middle, apart: zooms ? now.apart : before.apart };
  };
  box.addEventListener('touchstart', move, { passive: false });
  box.addEventListener('touchmove', move, { passive: false });
  box.addEventListener('touchend', () => (before = null));
}
