(() => {
  'use strict';
  const svg = document.querySelector('main svg');
  const inspector = document.getElementById('inspector');
  const cells = [...svg.querySelectorAll('[data-panel] .cells > g')];
  const entries = [...svg.querySelectorAll('.legend > [data-shade], .legend > [data-mark]')];
  const hint = 'Point at a cell, or move with the arrow keys; click to keep it, Escape to clear.';
  const panelOf = cell => cell.closest('[data-panel]').dataset.panel;
  const placeOf = (panel, row, column) => `${panel} ${row} ${column}`;

  // Cells by where they are, and by what they have in common with others.
  const byPlace = new Map();
  const sharing = new Map();
  const tensorOf = cell => cell.closest('[data-panel]').dataset.tensor ?? '';
  const elementKeys = cell => cell.dataset.coordinate === undefined
    ? [] : [`element ${tensorOf(cell)} ${cell.dataset.coordinate}`];
  const placeKeys = cell => keysOfPlace(cell.dataset, tensorOf(cell));
  const keysOfPlace = (dataset, tensor) => [
    ...(dataset.offset === undefined ? [] : [`offset ${tensor} ${dataset.offset}`]),
    ...(dataset.threadValues ? dataset.threadValues.split(' ').map(tv => 'tv ' + tv) : [])];
  for (const cell of cells) {
    byPlace.set(placeOf(panelOf(cell), cell.dataset.row, cell.dataset.column), cell);
    for (const key of [...elementKeys(cell), ...placeKeys(cell)])
      sharing.has(key) ? sharing.get(key).push(cell) : sharing.set(key, [cell]);
  }
  const sharers = keys => keys.flatMap(key => sharing.get(key));

  let kept = null, pointed = null, focused = null, isolated = null;

  function outline(cell, name) {
    const panel = cell.closest('[data-panel]');
    let lights = panel.querySelector('.lights');
    if (!lights) {
      lights = document.createElementNS(svg.namespaceURI, 'g');
      lights.setAttribute('class', 'lights');
      panel.append(lights);
    }
    const light = cell.querySelector('rect').cloneNode();
    light.setAttribute('class', name);
    light.setAttribute('transform', cell.getAttribute('transform'));
    lights.append(light);
  }

  function binary(offset) {
    const value = BigInt(offset);
    const digits = (value < 0n ? -value : value).toString(2).replace(/\B(?=(\d{4})+$)/g, '_');
    return `offset ${offset} = ${value < 0n ? '-' : ''}0b${digits}`;
  }

  function words(cell) {
    const title = cell.querySelector('title');
    const parts = title ? [title.textContent] : [];
    if (cell.dataset.offset !== undefined) parts.push(binary(cell.dataset.offset));
    return parts.join(' \u00b7 ');
  }

  function show() {
    for (const lights of svg.querySelectorAll('.lights')) lights.remove();
    const cell = kept ?? pointed ?? focused;
    inspector.textContent = cell ? words(cell) : hint;
    if (!cell) return;
    const same = new Set(sharers(elementKeys(cell)));
    for (const other of new Set(sharers(placeKeys(cell))))
      if (other !== cell && !same.has(other)) outline(other, 'place');
    for (const other of same) if (other !== cell) outline(other, 'element');
    outline(cell, kept ? 'self kept' : 'self');
  }

  function isolate(entry) {
    isolated = isolated === entry ? null : entry;
    for (const other of entries) other.setAttribute('aria-pressed', String(other === isolated));
    const {shade, mark} = isolated ? isolated.dataset : {};
    for (const cell of cells) {
      const stays = !isolated ||
        (shade === undefined ? cell.dataset.kind === mark : cell.classList.contains(shade));
      cell.classList.toggle('faded', !stays);
    }
  }

  const cellAt = target => target.closest('[data-panel] .cells > g');
  const entryAt = target => target.closest('.legend > [role=button]');
  const keep = cell => { kept = kept === cell ? null : cell; show(); };

  function step(cell, down, right) {
    const {row, column} = cell.dataset;
    const next = byPlace.get(placeOf(panelOf(cell), Number(row) + down, Number(column) + right));
    if (!next) return;
    cell.setAttribute('tabindex', '-1');
    next.setAttribute('tabindex', '0');
    next.focus();
  }

  const steps = {ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1]};

  function press(event) {
    if (event.key === 'Escape') {
      kept = pointed = focused = null;
      if (isolated) isolate(isolated);
      show();
      return;
    }
    const cell = cellAt(event.target), entry = entryAt(event.target);
    if (cell && steps[event.key]) {
      step(cell, ...steps[event.key]);
    } else if ((cell || entry) && (event.key === 'Enter' || event.key === ' ')) {
      cell ? keep(cell) : isolate(entry);
    } else {
      return;
    }
    event.preventDefault();
  }

  svg.setAttribute('role', 'group');
  for (const cell of cells) {
    const isFirst = cell.dataset.row === '0' && cell.dataset.column === '0';
    cell.setAttribute('tabindex', isFirst ? '0' : '-1');
    cell.setAttribute('role', 'img');
  }
  for (const entry of entries) {
    entry.setAttribute('tabindex', '0');
    entry.setAttribute('role', 'button');
    entry.setAttribute('aria-pressed', 'false');
  }
  svg.addEventListener('pointerover', event => { pointed = cellAt(event.target); show(); });
  svg.addEventListener('pointerleave', () => { pointed = null; show(); });
  svg.addEventListener('focusin', event => { focused = cellAt(event.target); show(); });
  svg.addEventListener('focusout', () => { focused = null; show(); });
  svg.addEventListener('click', event => {
    const cell = cellAt(event.target), entry = entryAt(event.target);
    if (cell) keep(cell);
    if (entry) isolate(entry);
  });
  document.addEventListener('keydown', press);
  inspector.hidden = false;
  show();
})();
