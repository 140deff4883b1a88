"""The network as stable-baselines3 sees it."""

from typing import Any

from gymnasium import spaces
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.type_aliases import Schedule
from torch import Tensor, nn

from hanafuda_agents.network import NetworkSize, TableNet
from hanafuda_envs.game import Game

__all__ = ["TablePolicy"]


class _Extractor(nn.Module):
    """Gives scores and value where stable-baselines3 expects latent features."""

    def __init__(self, net: TableNet, actions: int) -> None:
        super().__init__()
        self.net = net
        self.latent_dim_pi, self.latent_dim_vf = actions, 1

    def forward(self, features: Tensor) -> tuple[Tensor, Tensor]:
        scores, value = self.net(features)
        return scores, value[:, None]

    def forward_actor(self, features: Tensor) -> Tensor:
        return self.forward(features)[0]

    def forward_critic(self, features: Tensor) -> Tensor:
        return self.forward(features)[1]


class TablePolicy(MaskableActorCriticPolicy):
    """A policy for MaskablePPO around a ``TableNet``: ``policy.net`` is that network.

    Made with ``policy_kwargs=dict(game=…, seat=…, size=…)``.
    """

    def __init__(
        self,
        observation_space: spaces.Space,
        action_space: spaces.Discrete,
        lr_schedule: Schedule,
        *,
        game: Game,
        seat: int,
        size: NetworkSize,
        **kwargs: Any,
    ) -> None:
        self._net_arguments: dict[str, Any] = {"game": game, "seat": seat, "size": size}
        kwargs["ortho_init"] = False  # the network brings its own
        super().__init__(observation_space, action_space, lr_schedule, **kwargs)

    @property
    def net(self) -> TableNet:
        """The network that plays."""
        return self.mlp_extractor.net  # type: ignore[return-value]

    def _build_mlp_extractor(self) -> None:
        net = TableNet(**self._net_arguments)
        self.mlp_extractor = _Extractor(net, int(self.action_space.n))  # type: ignore

    def _build(self, lr_schedule: Schedule) -> None:
        self._build_mlp_extractor()
        self.action_net, self.value_net = nn.Identity(), nn.Identity()  # type: ignore
        self.optimizer = self.optimizer_class(
            self.parameters(),
            lr=lr_schedule(1),  # type: ignore[call-arg]
            **self.optimizer_kwargs,
        )

    def _get_constructor_parameters(self) -> dict[str, Any]:
        return super()._get_constructor_parameters() | self._net_arguments
