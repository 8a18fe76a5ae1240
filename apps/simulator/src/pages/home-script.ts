/** Sends what a button says (`METHOD address`, a JSON text or one number) and shows the answer. */
export const HOME_SCRIPT = `
document.addEventListener('click', async (event) => {
  const button = event.target.closest('[data-call]');
  if (!button) return;
  const answer = document.getElementById('answer');
  const [method, address] = button.dataset.call.split(' ');
  try {
    let body;
    if (button.dataset.body) body = JSON.parse(document.getElementById(button.dataset.body).value);
    if (button.dataset.json) body = JSON.parse(button.dataset.json);
    if (button.dataset.field) body = { [button.dataset.field]: Number(document.getElementById(button.dataset.number).value) };
    const response = await fetch(address, {
      method,
      headers: body ? { 'content-type': 'application/json' } : {},
      body: body ? JSON.stringify(body) : undefined,
    });
    answer.textContent = method + ' ' + address + ' -> ' + response.status + '\\n' + JSON.stringify(await response.json(), null, 2);
  } catch (error) {
    answer.textContent = String(error);
  }
});`;
